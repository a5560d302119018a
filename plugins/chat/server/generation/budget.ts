import { createHash } from 'node:crypto';
import {
  Problem,
  timeZone,
  type Caller,
  type FieldsOf,
  type Row,
  type RowOf,
  type SettingsOf,
  type Tables,
} from '#resource';
import type { PluginTransaction } from '#plugin';
import type { ChatParts } from '../chatParts.ts';
import type { Owner } from '../owner.ts';
import { needs } from '../problems.ts';
import { canSignIn } from '../signIn.ts';

type Budget = Row<FieldsOf<'chat_budget'>>;

/** Seconds in which many messages of a visitor ask for a security check. */
const burstSeconds = 600;

/** The budget of an address, or of a network of IPv6 addresses: it is not kept itself. */
const addressKey = ({ host }: ChatParts, { ip }: Caller): string =>
  `a${createHash('sha256').update(host.placeOf(ip)).digest('hex')}`;

/** By the calendar of the site: 2026-11-22. */
export const today = ({ host }: Pick<ChatParts, 'host'>): string =>
  // Swedes write dates as columns hold them.
  new Date(host.now() * 1000).toLocaleDateString('sv', { timeZone: timeZone() });

type Used = Pick<Budget, 'day' | 'used' | 'burst' | 'burst_time'>;
const unused: Used = { day: null, used: 0, burst: 0, burst_time: 0 };

const found = async (parts: ChatParts, owner: string): Promise<Budget | undefined> =>
  (await parts.rows('chat_budget').list({ owner }, { limit: 1 }))[0];

async function budgetOf(parts: ChatParts, owner: string): Promise<Budget> {
  const known = await found(parts, owner);
  if (known) return known;
  try {
    return await parts.rows('chat_budget').add({ owner });
  } catch (error) {
    // Another call has made it.
    const made = error instanceof Problem ? await found(parts, owner) : undefined;
    if (!made) throw error;
    return made;
  }
}

/** What somebody may still ask, as a page shows it. */
interface ShownAllowance {
  readonly left: number;
  readonly limit: number;
  readonly needsCaptcha: boolean;
  /** Whether a visitor can have more as a member. */
  readonly canSignIn: boolean;
  readonly day: string;
}
/** What somebody may still ask, with the rows that it is counted in. */
export interface Allowance extends ShownAllowance {
  readonly budgets: readonly Budget[];
}

/** Whose budgets count: that of a visitor, and that of their address. */
const budgetKeys = (parts: ChatParts, { key, user }: Owner, caller: Caller): readonly string[] =>
  user === null ? [key, addressKey(parts, caller)] : [key];

/** For somebody who asks: there are rows to count in. */
export async function allowanceOf(parts: ChatParts, owner: Owner, caller: Caller): Promise<Allowance> {
  const budgets: Budget[] = [];
  for (const key of budgetKeys(parts, owner, caller)) budgets.push(await budgetOf(parts, key));
  return { ...(await allowed(parts, owner, budgets)), budgets };
}

/** For somebody who only looks: nothing is written, however many come by. */
export async function shownAllowance(parts: ChatParts, owner: Owner, caller: Caller): Promise<ShownAllowance> {
  const known = await Promise.all(budgetKeys(parts, owner, caller).map((key) => found(parts, key)));
  return allowed(
    parts,
    owner,
    known.map((each) => each ?? unused),
  );
}

async function allowed(parts: ChatParts, owner: Owner, budgets: readonly Used[]): Promise<ShownAllowance> {
  const settings = await parts.host.settings('chat');
  const day = today(parts);
  if (owner.user !== null) return { left: Infinity, limit: Infinity, needsCaptcha: false, canSignIn: false, day };
  const [mine, all] = budgets.map((each) => (each.day === day ? each.used : 0)) as [number, number];
  return {
    left: Math.max(0, Math.min(settings.chat_visitor_daily - mine, settings.chat_address_daily - all)),
    limit: settings.chat_visitor_daily,
    canSignIn: await canSignIn(parts.host),
    needsCaptcha: budgets.some((each, at) => isHasty(each, settings, parts.host.now(), at)),
    day,
  };
}

/** Whether it was a moment ago; what a clock has noted that was put back lies too far ahead. */
const isWithin = (time: number, seconds: number, now: number): boolean => Math.abs(now - time) < seconds;

/** An address may have several visitors. */
function isHasty(
  { burst, burst_time }: Used,
  { chat_captcha_after: after }: Pick<SettingsOf<'chat'>, 'chat_captcha_after'>,
  now: number,
  at: number,
): boolean {
  return after > 0 && isWithin(burst_time, burstSeconds, now) && burst >= after * (at === 0 ? 1 : 5);
}

/** A security check where it is needed; it cannot be spent within a transaction. */
export async function assertNoRobot(
  { host }: ChatParts,
  allowance: Allowance,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  // Nobody solves it in vain.
  if (allowance.left === 0) throw usedUp(allowance.limit, allowance);
  if (!allowance.needsCaptcha) return false;
  if (body['captchaId'] === undefined) throw needs('chatServer:captcha', { needed: 'captcha' });
  await host.captcha.assertSolved(caller, 'chat.send', body);
  return true;
}

/** The rows that a message of a visitor was counted in, and its day. */
export type Spent = { readonly budgets: readonly number[]; readonly day: string };

/** A message that got no answer is not counted for the day; the limits of a minute stay as they are. */
export async function giveBack(
  { host }: ChatParts,
  transaction: PluginTransaction,
  { spent }: Pick<RowOf<Tables['chat_message']>, 'spent'>,
): Promise<void> {
  if (spent === null) return;
  const { budgets, day } = spent as Spent;
  const rows = transaction.rows('chat_budget', host.system);
  for (const id of budgets) {
    const known = (await rows.count({ id })) > 0;
    const row = known ? await rows.lock(id) : undefined;
    if (row?.day === day && row.used > 0) await rows.edit(id, { used: row.used - 1 });
  }
}

/** Counts a message, or refuses it. Whoever else counts for the same person waits until the transaction is over. */
export async function spend(
  parts: ChatParts,
  transaction: PluginTransaction,
  owner: Owner,
  allowance: Allowance,
  { settings, solved }: { readonly settings: SettingsOf<'chat'>; readonly solved: boolean },
): Promise<void> {
  const rows = transaction.rows('chat_budget', parts.host.system);
  for (const [at, { id }] of allowance.budgets.entries()) {
    const row = await rows.lock(id);
    const used = row.day === allowance.day ? row.used : 0;
    const limit = at === 0 ? settings.chat_visitor_daily : settings.chat_address_daily;
    if (owner.user === null && used >= limit) throw usedUp(limit, allowance);
    const { now } = transaction;
    if (owner.user === null && !solved && isHasty(row, settings, now, at))
      throw needs('chatServer:captcha', { needed: 'captcha' });
    const isMinute = isWithin(row.minute_time, 60, now);
    if (at === 0 && isMinute && row.minute >= settings.chat_per_minute)
      throw new Problem('server:tooMany', { seconds: row.minute_time + 60 - now }, { status: 429 });
    const isBurst = !solved && isWithin(row.burst_time, burstSeconds, now);
    await rows.edit(id, {
      day: allowance.day,
      used: used + 1,
      burst: isBurst ? row.burst + 1 : 1,
      ...(!isBurst && { burst_time: now }),
      minute: isMinute ? row.minute + 1 : 1,
      ...(!isMinute && { minute_time: now }),
    });
  }
  const { system } = parts.host;
  const running =
    (await transaction.rows('chat_message', system).count({ status: 'running', 'conversation.owner': owner.key })) +
    (owner.user === null ? 0 : await transaction.rows('chat_call', system).count({ user_id: owner.user }));
  // The answer that is being begun is among them.
  if (running > settings.chat_parallel)
    throw new Problem('chatServer:parallel', { count: settings.chat_parallel }, { status: 429 });
}

function usedUp(limit: number, { canSignIn: isOffered }: Allowance): Problem {
  if (isOffered)
    return needs(limit === 0 ? 'chatServer:signIn' : 'chatServer:allowance', { needed: 'sign-in' }, { count: limit });
  return needs(
    limit === 0 ? 'chatServer:noVisitors' : 'chatServer:allowanceOnly',
    { needed: 'patience' },
    { count: limit },
  );
}
