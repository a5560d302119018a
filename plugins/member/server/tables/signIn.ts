import { job, type JobRun } from '#plugin';
import { f, Problem, table } from '#resource';

/** Seconds for which they are kept. */
const kept = 180 * 86_400;
/** Rows that go at once. */
const batch = 500;

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
  // Not append-only: they go with the account.
  personal: { realm: 'member', field: 'user_id', erase: 'delete' },
  list: { columns: ['time', 'user.username', 'ip', 'useragent'], filters: ['time', 'user_id', 'ip'], sort: '-id' },
  hooks: {
    beforeSave({ next, prev, context }) {
      if (prev) throw new Problem('rows:notFound');
      next.time = context.now;
    },
  },
});

/** Every night: removes those that are old enough. */
export const forgetSignIns = job({
  name: 'forget-sign-ins',
  schedule: '17 3 * * *',
  async run({ host, signal }: JobRun<undefined>) {
    const rows = host.rows('user_sign_in', host.system);
    for (;;) {
      signal.throwIfAborted();
      const old = await rows.list({ create_time: { lt: host.now() - kept } }, { sort: 'id', limit: batch });
      if (old.length > 0) await rows.del(old.map(({ id }) => id));
      if (old.length < batch) return;
    }
  },
});
