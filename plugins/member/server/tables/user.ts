import { f, table } from '#resource';

/** Members (specification §3). What they own, `money` and `score`, only the ledger changes. */
export const user = table('user', {
  username: f.text({
    required: true,
    unique: true,
    format: 'account',
    search: true,
    label: { 'zh-cn': '用户名', en: 'Username' },
  }),
  nickname: f.text({ required: true, max: 50, search: true, label: { 'zh-cn': '昵称', en: 'Nickname' } }),
  group_id: f.belongsTo('user_group', { required: true, label: { 'zh-cn': '会员分组', en: 'Member group' } }),
  avatar: f.image({ label: { 'zh-cn': '头像', en: 'Avatar' } }),
  email: f.email({ search: true, label: { 'zh-cn': '邮箱', en: 'E-mail' } }),
  mobile: f.mobile({ search: true, label: { 'zh-cn': '手机', en: 'Mobile' } }),
  gender: f.enum(
    {
      '0': { 'zh-cn': '未知', en: 'Not said' },
      '1': { 'zh-cn': '男', en: 'Male', color: 'blue' },
      '2': { 'zh-cn': '女', en: 'Female', color: 'magenta' },
    },
    { default: '0', label: { 'zh-cn': '性别', en: 'Gender' } },
  ),
  birthday: f.date({ label: { 'zh-cn': '生日', en: 'Birthday' } }),
  money: f.money({ default: '0', readonly: true, label: { 'zh-cn': '余额', en: 'Balance' } }),
  score: f.int({ default: 0, readonly: true, min: 0, label: { 'zh-cn': '积分', en: 'Points' } }),
  motto: f.textarea({ max: 255, label: { 'zh-cn': '个性签名', en: 'Motto' } }),
  password: f.password({ required: true, label: { 'zh-cn': '密码', en: 'Password' } }),
  status: f.bool({ default: 1, label: { 'zh-cn': '启用', en: 'Enabled' } }),
  last_login_time: f.datetime({ readonly: true, label: { 'zh-cn': '最后登录', en: 'Last sign-in' } }),
  last_login_ip: f.text({ readonly: true, label: { 'zh-cn': '最后登录 IP', en: 'Last address' } }),
  join_time: f.datetime({ readonly: true, label: { 'zh-cn': '注册时间', en: 'Joined' } }),
  join_ip: f.text({ readonly: true, label: { 'zh-cn': '注册 IP', en: 'Joined from' } }),
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

export const userResource = user.resource({
  path: 'user/user',
  label: { 'zh-cn': '会员管理', en: 'Members' },
  icon: 'fa fa-user',
  menu: { weigh: 94, directory: { label: { 'zh-cn': '会员管理', en: 'Members' }, icon: 'fa fa-users', weigh: 95 } },
  title: 'username',
  list: {
    columns: ['username', 'nickname', 'group_id', 'avatar', 'email', 'mobile', 'money', 'score', 'status', 'join_time'],
    inline: ['status'],
  },
  access: { session_number: { read: () => false } },
});
