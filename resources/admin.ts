import { action, f, Invalid, Problem, table } from '#resource';
import { assertSuperLeft } from './adminGroup.ts';

/** Administrators. */
export const admin = table('admin', {
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
  group_ids: f.belongsToMany('admin_group', { required: true, label: { 'zh-cn': '角色组', en: 'Groups' } }),
  avatar: f.image({ label: { 'zh-cn': '头像', en: 'Avatar' } }),
  email: f.email({ search: true, label: { 'zh-cn': '邮箱', en: 'Email' } }),
  mobile: f.mobile({ label: { 'zh-cn': '手机', en: 'Mobile' } }),
  password: f.password({
    required: true,
    label: { 'zh-cn': '密码', en: 'Password' },
    help: { 'zh-cn': '6 至 32 个字符，不含 & < > " \'', en: '6 to 32 characters, none of & < > " \'' },
  }),
  position: f.text({ max: 50, label: { 'zh-cn': '职位', en: 'Position' } }),
  column: f.tags({
    label: { 'zh-cn': '栏目', en: 'Sections' },
    help: { 'zh-cn': '负责的内容，显示在个人资料中', en: 'Areas of responsibility. Shown in the profile.' },
  }),
  motto: f.textarea({ max: 255, label: { 'zh-cn': '个性签名', en: 'Motto' } }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
  /** Codes of an app are asked for at the sign-in. */
  two_step: f.bool({ readonly: true, label: { 'zh-cn': '两步验证', en: 'Two-step sign-in' } }),
  last_login_time: f.datetime({ readonly: true, label: { 'zh-cn': '最后登录', en: 'Last sign-in' } }),
  last_login_ip: f.text({ readonly: true, pinyin: false, label: { 'zh-cn': '最后登录 IP', en: 'Last address' } }),
  /** The server counts it up when the password or the status changes: sessions of an earlier number are over. */
  session_number: f.int({ readonly: true, default: 1, filter: false }),
  /**
   * The name in small letters: names that differ in capital letters only are one name. Empty for an account that had
   * such a double before this was so; its name goes on until somebody changes it.
   */
  name_key: f.text({ readonly: true, unique: true, filter: false }),
});

declare module '#resource' {
  interface Tables {
    admin: typeof admin;
  }
}

export default admin.resource({
  path: 'auth/admin',
  label: { 'zh-cn': '管理员', en: 'Administrators' },
  rowLabel: { 'zh-cn': '管理员', en: 'administrator' },
  icon: 'fa fa-user',
  menu: { weigh: 98 },
  title: 'username',
  aliases: {
    createtime: 'create_time',
    updatetime: 'update_time',
    lastlogintime: 'last_login_time',
    lastloginip: 'last_login_ip',
    group_arr: 'group_ids',
    group_name_arr: 'groups.name',
  },
  list: {
    columns: ['username', 'nickname', 'group_ids', 'avatar', 'email', 'status', 'last_login_time'],
    filters: ['username', 'nickname', 'group_ids', 'email', 'two_step', 'status', 'last_login_time', 'create_time'],
    inline: ['status'],
  },
  dashboard: { label: { 'zh-cn': '启用的管理员', en: 'Active administrators' }, where: { status: 1 } },
  form: {
    layout: [
      ['username', 'password'],
      'group_ids',
      ['nickname', 'position'],
      ['email', 'mobile'],
      'column',
      'avatar',
      'motto',
      'status',
    ],
  },
  access: { session_number: { read: () => false }, name_key: { read: () => false } },
  rows: {
    read: (caller) => caller.super || { id: { in: [caller.id, ...caller.below.admins] } },
    // Whom one may add is decided by the groups they get.
    add: () => true,
  },
  actions: {
    resetTwoStep: action({
      label: { 'zh-cn': '重置两步验证', en: 'Reset two-step sign-in' },
      icon: 'fa fa-unlock-alt',
      place: 'list',
      confirm: {
        'zh-cn': '该管理员之后只凭密码即可登录，直到重新开启两步验证。请先确认确实是本人提出的请求。',
        en: 'This administrator then signs in with just the password until they turn it on again. First make sure the request really came from them.',
      },
      done: { 'zh-cn': '两步验证已重置', en: 'Two-step sign-in has been reset' },
      danger: true,
      async handler({ rows, table: admins, context: { caller } }) {
        // An open browser is not enough: the page of one's own account asks for the password and a code.
        if (rows.some(({ id }) => id === caller.id)) throw new Problem('auth:ownTwoStep');
        for (const { id } of rows) await admins.edit(id, { two_step: 0 });
      },
    }),
    signInAs: action({
      label: { 'zh-cn': '以其身份登录', en: 'Sign in as' },
      icon: 'fa fa-user-secret',
      on: 'row',
      superOnly: true,
      changes: false,
      confirm: {
        'zh-cn':
          '您将以该管理员的身份使用后台，权限与其完全相同。期间所有操作都会以双方的名义记入日志，可随时返回自己的账号。',
        en: 'You will use the back office as this administrator, with exactly their permissions, until you go back to your own account. Everything you do is logged under both names.',
      },
      // The server begins the session, for who may do this (`src/server/session/actingRoutes.ts`).
      handler: () => {},
    }),
  },
  // Nobody deletes themself.
  buttons: {
    del: (caller) => ({ id: { ne: caller.id } }),
    resetTwoStep: (caller) => ({ id: { ne: caller.id }, two_step: 1 }),
    signInAs: (caller) => ({ id: { ne: caller.id }, status: 1, not: { 'groups.is_super': 1 } }),
  },
  hooks: {
    async beforeSave({ next, prev, changes, context }) {
      const { caller } = context;
      if (next.username !== undefined && (!prev || 'username' in changes)) {
        next.name_key = next.username.toLowerCase();
        const [other] = await context.table('admin').list({ name_key: next.name_key });
        if (other && other.id !== prev?.id) throw new Invalid({ username: { key: 'validate:taken' } });
      }
      if (caller.realm === 'system') return;
      const isSelf = prev?.id === caller.id;
      // Who is signed in as somebody else changes nothing of their account.
      if (isSelf && caller.actor) throw new Problem('session:acting');
      if (isSelf && 'group_ids' in changes) throw new Invalid({ group_ids: { key: 'auth:ownGroups' } });
      if (isSelf && next.status !== 1) throw new Invalid({ status: { key: 'auth:ownStatus' } });
      // An open browser is not enough: the page of one's own account asks for the old password.
      const hasShown = !caller.super && caller.may('routine/adminInfo/password');
      if (isSelf && !hasShown && 'password' in changes) throw new Invalid({ password: { key: 'auth:ownPassword' } });
      // Who reads its mail gets a link to a new password.
      if (isSelf && !hasShown && 'email' in changes) throw new Invalid({ email: { key: 'auth:ownEmail' } });
      const given = changes.group_ids ?? [];
      if (!caller.super && !given.every((group) => caller.below.groups.includes(group)))
        throw new Invalid({ group_ids: { key: 'auth:lackRights' } });
    },
    async afterSave({ prev, context }) {
      if (prev && context.caller.realm !== 'system') await assertSuperLeft(context);
    },
    async beforeDelete({ rows, context }) {
      if (rows.some(({ id }) => id === context.caller.id)) throw new Problem('auth:ownAccount');
      await assertSuperLeft(context, { admins: rows.map(({ id }) => id) });
    },
  },
});
