import { action, f, Invalid, Problem, table } from '#resource';

/** Seconds between two mails of one invitation. */
const pause = 60;

/** People who are asked to become administrators. The server sends them a link, and takes the row away when they have come. */
export const adminInvitation = table('admin_invitation', {
  email: f.email({ required: true, search: true, label: { 'zh-cn': '邮箱', en: 'Email' } }),
  group_ids: f.belongsToMany('admin_group', { required: true, label: { 'zh-cn': '角色组', en: 'Groups' } }),
  admin_id: f.belongsTo('admin', {
    onDelete: 'cascade',
    readonly: true,
    label: { 'zh-cn': '邀请人', en: 'Invited by' },
  }),
  mail_state: f.enum(
    {
      waiting: { 'zh-cn': '发送中', en: 'Being sent' },
      sent: { 'zh-cn': '已发送', en: 'Sent', color: 'green' },
      failed: { 'zh-cn': '发送失败', en: 'Not sent', color: 'red' },
    },
    { default: 'waiting', readonly: true, label: { 'zh-cn': '邮件', en: 'Mail' } },
  ),
  answer: f.text({ readonly: true, max: 300, label: { 'zh-cn': '失败原因', en: 'Why not' } }),
  sent_time: f.datetime({ readonly: true, label: { 'zh-cn': '发送时间', en: 'Sent' } }),
  expire_time: f.datetime({ readonly: true, label: { 'zh-cn': '有效期至', en: 'Valid until' } }),
  /** Of the token in the link. */
  token_hash: f.text({ readonly: true, index: true, filter: false }),
});

declare module '#resource' {
  interface Tables {
    admin_invitation: typeof adminInvitation;
  }
}

export default adminInvitation.resource({
  path: 'auth/invitation',
  label: { 'zh-cn': '管理员邀请', en: 'Invitations' },
  rowLabel: { 'zh-cn': '邀请', en: 'invitation' },
  icon: 'fa fa-envelope-o',
  menu: { weigh: 97 },
  remark: {
    'zh-cn':
      '受邀人通过邮件中的链接自行设置用户名和密码。链接七天内有效，只能使用一次；删除邀请即可撤销。需先在系统配置中填写邮件配置和站点地址。',
    en: 'People you invite choose their own username and password with the link in the email, which works once and for seven days. Delete an invitation to withdraw it. First fill in Mail and the site addresses in Site settings.',
  },
  title: 'email',
  list: {
    empty: { 'zh-cn': '还没有邀请任何人', en: 'Nobody has been invited yet' },
    columns: ['email', 'group_ids', 'admin_id', 'mail_state', 'answer', 'sent_time', 'expire_time'],
    filters: ['email', 'admin_id', 'mail_state', 'expire_time'],
    sort: '-create_time',
  },
  form: { layout: ['email', 'group_ids'] },
  access: { token_hash: { read: () => false } },
  rows: {
    read: (caller) => caller.super || { admin_id: { in: [caller.id, ...caller.below.admins] } },
    add: () => true,
  },
  actions: {
    edit: false,
    resend: action({
      label: { 'zh-cn': '重新发送', en: 'Send again' },
      icon: 'fa fa-paper-plane',
      on: 'row',
      confirm: {
        'zh-cn': '将发送新的链接，之前的链接立即失效。',
        en: 'A new link is sent; the previous one stops working.',
      },
      done: { 'zh-cn': '邀请已重新发送', en: 'Invitation sent again' },
      async handler({ rows, table: invitations, context: { now } }) {
        for (const { id, sent_time: sent } of rows) {
          const wait = (sent ?? 0) + pause - now;
          if (wait > 0) throw new Problem('auth:inviteWait', { count: wait });
          await invitations.edit(id, { sent_time: now, mail_state: 'waiting', answer: null });
        }
      },
    }),
  },
  hooks: {
    beforeSave({ next, prev, context: { caller, now } }) {
      if (prev) return;
      next.sent_time = now;
      if (caller.realm === 'system') return;
      next.admin_id = caller.id;
      if (!caller.super && !caller.may('auth/admin/add')) throw new Problem('auth:inviteRight');
      if (!caller.super && !(next.group_ids ?? []).every((group) => caller.below.groups.includes(group)))
        throw new Invalid({ group_ids: { key: 'auth:lackRights' } });
    },
  },
});
