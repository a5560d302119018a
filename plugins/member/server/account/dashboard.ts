import type { PluginPart, PluginRequest } from '#plugin';
import { dateAt, addDays, midnightOf } from '../calendar.ts';
import type { MemberParts } from '../memberParts.ts';

const days = 30;

/** Courses for the dashboard of administrators, by day of the site's calendar. */
export const dashboardRoutes = (parts: MemberParts): PluginPart => ({
  routes: [
    {
      method: 'GET',
      url: '/admin/user.course/signUps',
      node: 'user/user/index',
      handler: (request) => signUps(parts, request),
    },
    {
      method: 'GET',
      url: '/admin/user.course/points',
      node: 'user/scoreLog/index',
      handler: (request) => points(parts, request),
    },
  ],
});

async function signUps({ host }: MemberParts, { caller }: PluginRequest) {
  const { names, starts } = lastDays(host.now());
  const counts = await host.perDay('user', caller, { starts });
  return names.map((day, at) => ({ day, signUps: counts[at]! }));
}

async function points({ host }: MemberParts, { caller }: PluginRequest) {
  const { names, starts } = lastDays(host.now());
  const [given, taken] = await Promise.all([
    host.perDay('user_score_log', caller, { starts, where: { score: { gt: 0 } }, sum: 'score' }),
    host.perDay('user_score_log', caller, { starts, where: { score: { lt: 0 } }, sum: 'score' }),
  ]);
  return names.map((day, at) => ({ day, given: given[at]!, spent: Math.abs(taken[at]!) }));
}

function lastDays(now: number): { names: readonly string[]; starts: readonly number[] } {
  const today = dateAt(now);
  const names = Array.from({ length: days }, (_, at) => addDays(today, at + 1 - days));
  return { names, starts: [...names, addDays(today, 1)].map((date) => midnightOf(date)) };
}
