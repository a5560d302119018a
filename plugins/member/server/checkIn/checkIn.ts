import type { PluginRequest, PluginTransaction } from '#plugin';
import { Invalid, Problem, textOf, type Caller, type FieldsOf, type Row } from '#resource';
import { addDays, dateAt, zoneOf } from '../calendar.ts';
import type { BookParts } from '../ledger/bookParts.ts';
import { needsLogin } from '../problems.ts';
import { checkInRule, pointsFor, type CheckInRule } from './checkInRule.ts';

export const checkInMemo = { 'zh-cn': '每日签到', en: 'Daily check-in' };

/**
 * Once on each day of the member's calendar. A clock that goes back gives no day again, and none before the last; neither does
 * another time zone.
 */
export async function checkIn(parts: BookParts, { caller }: PluginRequest) {
  const { host } = parts;
  const rule = checkInRule(await host.settings('member_check_in'));
  return host.transaction(caller, async (transaction) => {
    // One after the other: whoever comes second finds what the first has done.
    const member = await transaction.rows('user', host.system).lock(caller.id);
    const days = transaction.rows('user_check_in', host.system);
    const [last] = await days.list({ user_id: caller.id }, { sort: '-date', limit: 1 });
    const { date, isDone, isTooSoon, streak: before } = standing(last, member, transaction.now);
    if (isDone) throw new Problem('ledgerServer:checkedIn');
    if (isTooSoon) throw new Problem('ledgerServer:zoneChanged');
    const streak = before + 1;
    const points = pointsFor(rule, streak);
    const time_zone = zoneOf(member).name;
    await days.add({ user_id: caller.id, date, time_zone, streak, points, key: `${caller.id} ${date}` });
    if (points > 0) await book(parts, caller, { date, points }, transaction);
    const { score } = (await transaction.rows('user', host.system).get(caller.id))!;
    return { date, streak, points, score };
  });
}

type Last = Pick<Row<FieldsOf<'user_check_in'>>, 'date' | 'time_zone' | 'streak' | 'create_time'> | undefined;

/** Seconds between two check-ins in different time zones, so that nobody travels to a second day. */
const apart = 86_400;

/** What day it is for the member, whether they have checked in on it, and the days in a row up to it. */
function standing(last: Last, member: { readonly time_zone: string | null }, now: number) {
  const zone = zoneOf(member);
  const date = dateAt(now, zone);
  if (!last) return { date, isDone: false, isTooSoon: false, streak: 0 };
  // The day of the last one by the calendar of then, or by the one of now, where it was another.
  const seen = dateAt(last.create_time, zone);
  const isSameZone = last.time_zone === null || last.time_zone === zone.name;
  const lastDate = !isSameZone && seen > last.date ? seen : last.date;
  const isDone = lastDate >= date;
  return {
    date,
    isDone,
    isTooSoon: !isSameZone && now < last.create_time + apart,
    streak: isDone || lastDate === addDays(date, -1) ? last.streak : 0,
  };
}

const book = (
  { ledger }: BookParts,
  { id: user, language }: Caller,
  { date, points }: { date: string; points: number },
  transaction: PluginTransaction,
) =>
  ledger.adjust(
    {
      currency: 'score',
      user,
      amount: points,
      memo: textOf(checkInMemo, language),
      reason: 'check-in',
      reference: date,
      key: `member.check-in ${user} ${date}`,
    },
    transaction,
  );

/** The days of a month on which the caller has checked in: `?month=2026-11`, this one unless said otherwise. */
export async function monthOf(parts: BookParts, { caller, query }: PluginRequest) {
  const { host } = parts;
  const state = await checkInState(parts, caller);
  const month = query['month'] ?? state.date.slice(0, 7);
  if (typeof month !== 'string' || !/^[0-9]{4}-(?:0[1-9]|1[0-2])$/.test(month) || month < '0001')
    throw new Invalid({ month: { key: 'validate:date' } });
  const first = `${month}-01`;
  const rows = host.rows('user_check_in', host.system);
  const found = await rows.list({ user_id: caller.id, date: { egt: first, elt: `${month}-${lastDay(first)}` } });
  const rule: CheckInRule = checkInRule(await host.settings('member_check_in'));
  // What the next check-in gives: today's, or tomorrow's once it is done.
  const next = pointsFor(rule, state.streak + 1);
  return { month, days: found.map(({ date }) => date).toSorted(), ...state, next, rule };
}

const lastDay = (first: string): string => {
  const [year, month] = first.split('-').map(Number) as [number, number];
  const end = new Date(Date.UTC(2000, month, 0));
  end.setUTCFullYear(year, month, 0);
  return String(end.getUTCDate()).padStart(2, '0');
};

/** Whether the caller has checked in today, the days in a row up to now, and what the day has given, or would give. */
export async function checkInState({ host }: BookParts, { id }: Caller) {
  const [member, [last], settings] = await Promise.all([
    host.rows('user', host.system).get(id),
    host.rows('user_check_in', host.system).list({ user_id: id }, { sort: '-date', limit: 1 }),
    host.settings('member_check_in'),
  ]);
  if (!member) throw needsLogin();
  const { date, isDone, streak } = standing(last, member, host.now());
  const points = isDone ? last!.points : pointsFor(checkInRule(settings), streak + 1);
  return { date, today: isDone, streak, points };
}
