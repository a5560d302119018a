import { job, type JobRun } from '#plugin';
import { f, Problem, table } from '#resource';
import { forgetOld } from '../forgetOld.ts';
import { assertNotClosed } from './closed.ts';

/** Seconds for which they are kept. */
const kept = 180 * 86_400;

/** When members have signed in, and from where; kept for half a year. */
const userSignIn = table('user_sign_in', {
  user_id: f.belongsTo('user', {
    required: true,
    index: true,
    onDelete: 'cascade',
    label: { 'zh-cn': '会员', en: 'Member' },
  }),
  time: f.datetime({ label: { 'zh-cn': '登录时间', en: 'Time' } }),
  ip: f.text({ max: 50, index: true, pinyin: false, label: { 'zh-cn': 'IP 地址', en: 'IP address' } }),
  useragent: f.text({
    max: 255,
    pinyin: false,
    render: 'browser',
    width: 180,
    label: { 'zh-cn': '浏览器', en: 'Browser' },
  }),
});

declare module '#resource' {
  interface Tables {
    user_sign_in: typeof userSignIn;
  }
}

export const signInResource = userSignIn.resource({
  path: 'user/signIn',
  label: { 'zh-cn': '登录记录', en: 'Member sign-ins' },
  icon: 'fa fa-sign-in',
  menu: { weigh: 97 },
  actions: ['index'],
  // Not append-only: they go with the account.
  personal: { realm: 'member', field: 'user_id', erase: 'delete' },
  list: {
    empty: { 'zh-cn': '还没有会员登录', en: 'No members have signed in yet' },
    columns: ['time', 'user.username', 'ip', 'useragent'],
    filters: ['time', 'user_id', 'ip'],
    sort: '-id',
  },
  hooks: {
    async beforeSave({ next, prev, context }) {
      if (prev) throw new Problem('rows:notFound');
      await assertNotClosed(context, next.user_id!);
      next.time = context.now;
    },
  },
});

/** Every night: removes those that are old enough. */
export const forgetSignIns = job({
  name: 'forget-sign-ins',
  schedule: '17 3 * * *',
  run: ({ host, signal }: JobRun<undefined>) => forgetOld(host, 'user_sign_in', kept, signal),
});
