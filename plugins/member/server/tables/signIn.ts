import { f, table } from '#resource';

/** When members have signed in, and from where; kept for half a year. */
const userSignIn = table('user_sign_in', {
  user_id: f.belongsTo('user', { required: true, index: true, label: { 'zh-cn': '会员', en: 'Member' } }),
  time: f.datetime({ label: { 'zh-cn': '登录时间', en: 'Time' } }),
  ip: f.text({ max: 50, index: true, label: { 'zh-cn': 'IP 地址', en: 'IP address' } }),
  useragent: f.text({ max: 255, label: { 'zh-cn': '浏览器', en: 'Browser' } }),
});

declare module '#resource' {
  interface Tables {
    user_sign_in: typeof userSignIn;
  }
}

export const signInResource = userSignIn.resource({
  path: 'user/signIn',
  label: { 'zh-cn': '会员登录记录', en: 'Member sign-ins' },
  icon: 'fa fa-sign-in',
  menu: { weigh: 88 },
  actions: ['index'],
  appendOnly: { days: 180 },
  list: { columns: ['time', 'user.username', 'ip', 'useragent'], filters: ['time', 'user_id', 'ip'], sort: '-id' },
  hooks: {
    beforeSave({ next, context }) {
      next.time = context.now;
    },
  },
});
