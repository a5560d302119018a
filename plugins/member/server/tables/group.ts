import { f, table } from '#resource';

/** Groups of members: what their members may see and do in the centre. */
export const userGroup = table('user_group', {
  name: f.text({ required: true, max: 50, search: true, unique: true, label: { 'zh-cn': '组名', en: 'Name' } }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
});

declare module '#resource' {
  interface Tables {
    user_group: typeof userGroup;
  }
}

export const groupResource = userGroup.resource({
  path: 'user/group',
  label: { 'zh-cn': '会员分组', en: 'Member groups' },
  icon: 'fa fa-object-group',
  menu: { weigh: 93 },
});
