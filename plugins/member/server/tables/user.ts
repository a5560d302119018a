import { action, f, Invalid, Problem, table, type HookContext } from '#resource';
import { closeAccount } from './closeAccount.ts';
import { claimMessages, forgetRecipient } from '../codes/outbox.ts';
import { anonymise, assertOpen, closedMember } from './closed.ts';
import { siteCurrency } from '../settings.ts';

/** Members (specification §3). What they own, `money` and `score`, only the ledger changes. */
const user = table('user', {
  username: f.text({
    required: true,
    unique: true,
    format: 'account',
    search: true,
    label: { 'zh-cn': '用户名', en: 'Username' },
    help: {
      'zh-cn': '3 至 15 个字母、数字或下划线，以字母开头',
      en: '3 to 15 letters, digits and underscores, starting with a letter',
    },
  }),
  nickname: f.text({ required: true, max: 50, search: true, label: { 'zh-cn': '昵称', en: 'Nickname' } }),
  group_id: f.belongsTo('user_group', { required: true, label: { 'zh-cn': '会员分组', en: 'Group' } }),
  avatar: f.image({ label: { 'zh-cn': '头像', en: 'Avatar' } }),
  email: f.email({ search: true, unique: true, label: { 'zh-cn': '邮箱', en: 'Email' } }),
  mobile: f.mobile({ search: true, unique: true, label: { 'zh-cn': '手机', en: 'Mobile' } }),
  gender: f.enum(
    {
      '0': { 'zh-cn': '未知', en: 'Not specified' },
      '1': { 'zh-cn': '男', en: 'Male', color: 'blue' },
      '2': { 'zh-cn': '女', en: 'Female', color: 'magenta' },
    },
    { default: '0', label: { 'zh-cn': '性别', en: 'Gender' } },
  ),
  birthday: f.date({ label: { 'zh-cn': '生日', en: 'Birthday' } }),
  money: f.money({ ...siteCurrency, default: '0', readonly: true, label: { 'zh-cn': '余额', en: 'Balance' } }),
  score: f.int({ default: 0, readonly: true, min: 0, label: { 'zh-cn': '积分', en: 'Points' } }),
  /** Whose calendar counts for check-ins; the site's while there is none. */
  time_zone: f.text({ readonly: true, max: 64, pinyin: false, label: { 'zh-cn': '时区', en: 'Time zone' } }),
  motto: f.textarea({ max: 255, label: { 'zh-cn': '个性签名', en: 'Motto' } }),
  password: f.password({
    required: true,
    label: { 'zh-cn': '密码', en: 'Password' },
    help: { 'zh-cn': '6 至 32 个字符，不含 & < > " \'', en: '6 to 32 characters, none of & < > " \'' },
  }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
  /** Its owner has closed the account for good. */
  closed: f.bool({ readonly: true, label: { 'zh-cn': '已注销', en: 'Closed' } }),
  /** Codes of an app are asked for at the sign-in. */
  two_step: f.bool({ readonly: true, label: { 'zh-cn': '两步验证', en: 'Two-step sign-in' } }),
  last_login_time: f.datetime({ readonly: true, label: { 'zh-cn': '最后登录', en: 'Last sign-in' } }),
  last_login_ip: f.text({ readonly: true, pinyin: false, label: { 'zh-cn': '最后登录 IP', en: 'Last address' } }),
  join_time: f.datetime({ readonly: true, label: { 'zh-cn': '注册时间', en: 'Joined' } }),
  join_ip: f.text({ readonly: true, pinyin: false, label: { 'zh-cn': '注册 IP', en: 'Joined from' } }),
  /** Which terms they have agreed to, and when. */
  terms_version: f.text({
    readonly: true,
    max: 50,
    pinyin: false,
    label: { 'zh-cn': '已同意的条款', en: 'Accepted terms' },
  }),
  terms_time: f.datetime({ readonly: true, label: { 'zh-cn': '同意时间', en: 'Agreed' } }),
  invitation_id: f.belongsTo('user_invitation', { readonly: true, label: { 'zh-cn': '邀请码', en: 'Invitation' } }),
  /** The name in small letters: names that differ in capital letters only are one name. */
  name_key: f.text({ readonly: true, unique: true, filter: false }),
  /** The server counts it up when the password or the status changes: sessions of an earlier number are over. */
  session_number: f.int({ readonly: true, default: 1, filter: false }),
});

declare module '#resource' {
  interface Tables {
    user: typeof user;
  }
  interface Realms {
    member: true;
  }
}

/** Whoever has closed their account can only be looked at. */
const isOpen = () => ({ closed: 0 }) as const;

export const userResource = user.resource({
  path: 'user/user',
  label: { 'zh-cn': '会员', en: 'Members' },
  rowLabel: { 'zh-cn': '会员', en: 'member' },
  icon: 'fa fa-user',
  menu: {
    weigh: 99,
    directory: { label: { 'zh-cn': '会员管理', en: 'Membership' }, icon: 'fa fa-id-card-o', weigh: 95 },
  },
  title: 'username',
  aliases: {
    createtime: 'create_time',
    updatetime: 'update_time',
    jointime: 'join_time',
    joinip: 'join_ip',
    lastlogintime: 'last_login_time',
    lastloginip: 'last_login_ip',
  },
  list: {
    columns: ['username', 'group_id', 'email', 'mobile', 'money', 'score', 'status', 'join_time'],
    inline: ['status'],
  },
  form: {
    layout: [
      ['username', 'password'],
      ['group_id', 'nickname'],
      ['email', 'mobile'],
      ['money', 'score'],
      ['gender', 'birthday'],
      'avatar',
      'motto',
      'status',
    ],
  },
  dashboard: { label: { 'zh-cn': '会员', en: 'Members' }, where: { closed: 0 } },
  access: { session_number: { read: () => false }, name_key: { read: () => false } },
  personal: { realm: 'member', field: 'id', erase: closedMember, omit: ['name_key', 'session_number'] },
  buttons: { resetTwoStep: () => ({ two_step: 1 }), edit: isOpen, endSessions: isOpen, closeAccount: isOpen },
  actions: {
    closeAccount,
    resetTwoStep: action({
      label: { 'zh-cn': '重置两步验证', en: 'Reset two-step sign-in' },
      icon: 'fa fa-unlock-alt',
      confirm: {
        'zh-cn': '该会员之后只凭密码即可登录，直到重新开启两步验证。请先确认确实是本人提出的请求。',
        en: 'This member then signs in with just the password until they turn it on again. First make sure the request really came from them.',
      },
      done: { 'zh-cn': '两步验证已重置', en: 'Two-step sign-in has been reset' },
      danger: true,
      async handler({ rows, table: members }) {
        for (const { id } of rows) await members.edit(id, { two_step: 0 });
      },
    }),
    endSessions: action({
      label: { 'zh-cn': '结束会话', en: 'End sessions' },
      icon: 'fa fa-power-off',
      confirm: {
        'zh-cn': '这些会员需要重新登录，确定结束会话？',
        en: 'These members will have to sign in again. End their sessions?',
      },
      done: { 'zh-cn': '会话已结束', en: 'Sessions ended' },
      danger: true,
      async handler({ rows, table: members }) {
        for (const { id } of rows) {
          const { session_number: number } = await members.lock(id);
          await members.edit(id, { session_number: (number ?? 0) + 1 });
        }
      },
    }),
  },
  hooks: {
    beforeDelete: ({ rows, context }) => assertNoEntries(rows, context),
    async beforeSave({ next, prev, changes, context }) {
      assertOpen(prev, context);
      // What comes late, such as a sign-in that had begun before, brings nothing of a person back.
      if (prev?.closed === 1) Object.assign(next, closedMember);
      const isClosing = prev !== null && prev.closed !== 1 && next.closed === 1;
      if (isClosing) anonymise(next, prev.id);
      if (next.username !== undefined && (!prev || isClosing || 'username' in changes)) {
        next.name_key = next.username.toLowerCase();
        await assertFree(context, prev?.id, 'username', { name_key: next.name_key });
      }
      // One address is one, however its letters are written.
      if (next.email && (!prev || 'email' in changes)) {
        next.email = next.email.toLowerCase();
        await assertFree(context, prev?.id, 'email', { email: next.email });
      }
      if (!prev) next.join_time ??= context.now;
      if (!prev && next.terms_version) next.terms_time = context.now;
    },
    async afterSave({ row, prev, context }) {
      if (!prev && row.invitation_id !== null) await redeem(context, row.invitation_id);
      if (row.email !== (prev?.email ?? null) || row.mobile !== (prev?.mobile ?? null))
        await claimMessages(context, row);
      if (prev && prev.closed !== 1 && row.closed === 1) await forgetRecipient(context, prev);
    },
  },
});

/** Books tell of everything that was ever booked: whoever is in them can be closed, and not deleted. */
async function assertNoEntries(rows: readonly { readonly id: number }[], context: HookContext): Promise<void> {
  const user_id = { in: rows.map(({ id }) => id) };
  for (const name of ['user_money_log', 'user_score_log', 'user_hold'] as const)
    if ((await context.table(name).count({ user_id })) > 0) throw new Problem('memberServer:hasEntries');
}

async function assertFree(
  context: HookContext,
  id: number | undefined,
  field: string,
  where: { name_key: string } | { email: string },
): Promise<void> {
  const [other] = await context.table('user').list(where, { limit: 1 });
  if (other && other.id !== id) throw new Invalid({ [field]: { key: 'validate:taken' } });
}

/** In the transaction that adds the member: of many who come with one code, no more get in than it is good for. */
async function redeem(context: HookContext, id: number): Promise<void> {
  const invitations = context.table('user_invitation');
  const { status, uses_left: left, end_time: end } = await invitations.lock(id);
  if (status !== 1 || left < 1 || (end !== null && end <= context.now)) throw new Problem('memberServer:invitation');
  await invitations.increment(id, { uses_left: -1 });
}
