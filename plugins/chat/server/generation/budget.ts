import { createHash } from 'node:crypto';
import { Problem, timeZone, type Caller, type FieldsOf, type Row, type SettingsOf } from '#resource';
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

async function budgetOf(parts: ChatParts, owner: string): Promise<Budget> {
  const rows = parts.rows('chat_budget');
  const find = async () => (await rows.list({ owner }, { limit: 1 }))[0];
  const known = await find();
  if (known) return known;
  try {
    return await rows.add({ owner });
  } catch (error) {
    // Another call has made it.
    const made = error instanceof Problem ? await find() : undefined;
    if (!made) throw error;
    return made;
  }
}

/** What somebody may still ask. */
export interface Allowance {
  readonly budgets: readonly Budget[];
  readonly left: number;
  readonly limit: number;
  readonly needsCaptcha: boolean;
  /** Whether a visitor can have more as a member. */
  readonly canSignIn: boolean;
  readonly day: string;
}

export async function allowanceOf(parts: ChatParts, owner: Owner, caller: Caller): Promise<Allowance> {
  const settings = await parts.host.settings('chat');
  const day = today(parts);
  const own = await budgetOf(parts, owner.key);
  if (owner.user !== null)
    return { budgets: [own], left: Infinity, limit: Infinity, needsCaptcha: false, canSignIn: false, day };
  const address = await budgetOf(parts, addressKey(parts, caller));
  const [mine, all] = [own, address].map((each) => (each.day === day ? each.used : 0)) as [number, number];
  return {
    budgets: [own, address],
    left: Math.max(0, Math.min(settings.chat_visitor_daily - mine, settings.chat_address_daily - all)),
    limit: settings.chat_visitor_daily,
    canSignIn: await canSignIn(parts.host),
    needsCaptcha: [own, address].some((each, at) => isHasty(each, settings, parts.host.now(), at)),
    day,
  };
}

/** An address may have several visitors. */
function isHasty(
  { burst, burst_time }: Budget,
  { chat_captcha_after: after }: Pick<SettingsOf<'chat'>, 'chat_captcha_after'>,
  now: number,
  at: number,
): boolean {
  return after > 0 && now - burst_time < burstSeconds && burst >= after * (at === 0 ? 1 : 5);
}

/** A security check where it is needed; it cannot be spent within a transaction. */
export async function assertNoRobot(
  { host }: ChatParts,
  { needsCaptcha }: Allowance,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (!needsCaptcha) return false;
  if (body['captchaId'] === undefined) throw needs('chatServer:captcha', { needed: 'captcha' });
  await host.captcha.assertSolved(caller, 'chat.send', body);
  return true;
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
    const isMinute = now - row.minute_time < 60;
    if (at === 0 && isMinute && row.minute >= settings.chat_per_minute)
      throw new Problem('server:tooMany', { seconds: row.minute_time + 60 - now }, { status: 429 });
    const isBurst = !solved && now - row.burst_time < burstSeconds;
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
