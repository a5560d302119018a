import type { PluginRequest, PluginTransaction } from '#plugin';
import { Invalid, Problem, textOf, type Caller } from '#resource';
import { addDays, dateAt } from '../calendar.ts';
import type { BookParts } from '../ledger/bookParts.ts';
import { checkInRule, pointsFor, type CheckInRule } from './checkInRule.ts';

export const checkInMemo = { 'zh-cn': '每日签到', en: 'Daily check-in' };

/** Once on each day of the calendar. A clock that goes back gives no day again, and none before the last. */
export async function checkIn(parts: BookParts, { caller }: PluginRequest) {
  const { host } = parts;
  const rule = checkInRule(await host.settings('member_check_in'));
  return host.transaction(caller, async (transaction) => {
    // One after the other: whoever comes second finds what the first has done.
    await transaction.rows('user', host.system).lock(caller.id);
    const days = transaction.rows('user_check_in', host.system);
    const [last] = await days.list({ user_id: caller.id }, { sort: '-date', limit: 1 });
    const date = dateAt(transaction.now);
    if (last && last.date >= date) throw new Problem('ledgerServer:checkedIn');
    const streak = last?.date === addDays(date, -1) ? last.streak + 1 : 1;
    const points = pointsFor(rule, streak);
    await days.add({ user_id: caller.id, date, streak, points, key: `${caller.id} ${date}` });
    if (points > 0) await book(parts, caller, { date, points }, transaction);
    const { score } = (await transaction.rows('user', host.system).get(caller.id))!;
    return { date, streak, points, score };
  });
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
  const today = dateAt(host.now());
  const month = query['month'] ?? today.slice(0, 7);
  if (typeof month !== 'string' || !/^[0-9]{4}-(?:0[1-9]|1[0-2])$/.test(month) || month < '0001')
    throw new Invalid({ month: { key: 'validate:date' } });
  const first = `${month}-01`;
  const rows = host.rows('user_check_in', host.system);
  const found = await rows.list({ user_id: caller.id, date: { egt: first, elt: `${month}-${lastDay(first)}` } });
  const rule: CheckInRule = checkInRule(await host.settings('member_check_in'));
  const state = await checkInState(parts, caller);
  // What the next check-in gives: today's, or tomorrow's once it is done.
  const next = pointsFor(rule, state.streak + 1);
  return { month, date: today, days: found.map(({ date }) => date).toSorted(), ...state, next, rule };
}

const lastDay = (first: string): string => {
  const [year, month] = first.split('-').map(Number) as [number, number];
  const end = new Date(Date.UTC(2000, month, 0));
  end.setUTCFullYear(year, month, 0);
  return String(end.getUTCDate()).padStart(2, '0');
};

/** Whether the caller has checked in today, the days in a row up to now, and what the day has given, or would give. */
export async function checkInState({ host }: BookParts, { id }: Caller) {
  const today = dateAt(host.now());
  const rows = host.rows('user_check_in', host.system);
  const [last] = await rows.list({ user_id: id }, { sort: '-date', limit: 1 });
  const isDone = last !== undefined && last.date >= today;
  const streak = isDone || last?.date === addDays(today, -1) ? last!.streak : 0;
  const rule = checkInRule(await host.settings('member_check_in'));
  return { today: isDone, streak, points: isDone ? last.points : pointsFor(rule, streak + 1) };
}
