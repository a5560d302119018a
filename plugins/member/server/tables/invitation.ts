import { randomInt } from 'node:crypto';
import { f, table } from '#resource';

/** Letters and digits that nobody takes for another. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Codes that let people register where that is by invitation. */
const userInvitation = table('user_invitation', {
  code: f.text({
    unique: true,
    max: 32,
    pattern: '[A-Za-z0-9-]{6,32}',
    search: true,
    label: { 'zh-cn': '邀请码', en: 'Code' },
    help: { 'zh-cn': '留空则自动生成；不区分大小写', en: 'Generated if left empty. Not case-sensitive' },
  }),
  uses_left: f.int({
    required: true,
    default: 1,
    min: 0,
    max: 1_000_000,
    label: { 'zh-cn': '剩余次数', en: 'Uses left' },
  }),
  end_time: f.datetime({ label: { 'zh-cn': '截止时间', en: 'Valid until' } }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
  note: f.text({ max: 100, search: true, label: { 'zh-cn': '备注', en: 'Note' } }),
});

declare module '#resource' {
  interface Tables {
    user_invitation: typeof userInvitation;
  }
}

export const invitationResource = userInvitation.resource({
  path: 'user/invitation',
  label: { 'zh-cn': '邀请码', en: 'Invitation codes' },
  rowLabel: { 'zh-cn': '邀请码', en: 'invitation code' },
  icon: 'fa fa-ticket',
  menu: { weigh: 96 },
  title: 'code',
  list: {
    empty: { 'zh-cn': '还没有邀请码', en: 'No invitation codes yet' },
    columns: ['code', 'uses_left', 'end_time', 'status', 'note', 'create_time'],
    inline: ['status'],
    sort: '-id',
  },
  hooks: {
    beforeSave({ next }) {
      next.code = next.code ? next.code.toUpperCase() : newCode();
    },
  },
});

const newCode = (): string => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
