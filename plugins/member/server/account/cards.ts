import type { PluginCard, PluginHost } from '#plugin';
import { secondsAt, wallClockAt, type Caller } from '#resource';

const label = (days: number) =>
  days === 1
    ? { 'zh-cn': '今日注册会员', en: 'Sign-ups today' }
    : { 'zh-cn': '近 7 天注册会员', en: 'Sign-ups in 7 days' };

/** Sign-ups since midnight, and since the midnight six days before. */
export const signUpCards: readonly PluginCard[] = [1, 7].map((days) => ({
  label: label(days),
  icon: 'fa fa-user-plus',
  node: 'user/user/index',
  value: (caller: Caller, host: PluginHost) =>
    host.rows('user', caller).count({ create_time: { egt: midnight(host.now()) - (days - 1) * 86_400 } }),
}));

const midnight = (now: number): number => secondsAt({ ...wallClockAt(now), hour: 0, minute: 0, second: 0 });
