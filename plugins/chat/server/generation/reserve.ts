import type { PluginTransaction } from '#plugin';
import { Invalid, Problem } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import type { ChatModel } from '../models.ts';
import type { Owner } from '../owner.ts';
import { needs } from '../problems.ts';
import { affordable, pointsFor } from './price.ts';

/** What an answer may come to. */
export interface Estimate {
  /** Tokens of the answer at the most. */
  readonly maxTokens: number;
  /** Points to be set aside; null where nothing is to be paid. */
  readonly points: number | null;
}

/** Seconds that points are set aside for: longer than any answer takes. After a crash they are free again by then. */
const holdSeconds = 1800;

/** As long an answer as the points suffice for; refused when that is hardly one. */
export async function estimate(
  { ledger }: ChatParts,
  { user }: Owner,
  model: ChatModel,
  input: number,
  most: number = model.maxTokens,
): Promise<Estimate> {
  const points = pointsFor(model, input, most);
  if (user === null || points === 0) return { maxTokens: most, points: null };
  if (!ledger) return { maxTokens: most, points: null };
  const { available } = await ledger.balance(user);
  const maxTokens = affordable(model, input, available.score, most);
  if (maxTokens === 0) throw tooFew(points, available.score);
  return { maxTokens, points: pointsFor(model, input, maxTokens) };
}

const tooFew = (points: number, available: number): Problem =>
  needs('chatServer:points', { needed: 'points', points, available }, { points, available });

/** Letters of a memo. */
const longestMemo = 50;

/** Sets the points aside, within the transaction that begins the answer. */
export async function reserve(
  { ledger }: ChatParts,
  transaction: PluginTransaction,
  { user }: Owner,
  points: number | null,
  { key, memo, reference }: { readonly key: string; readonly memo: string; readonly reference: string },
): Promise<void> {
  if (points === null || user === null || !ledger) return;
  try {
    await ledger.reserve(
      {
        currency: 'score',
        user,
        amount: points,
        memo: [...memo].slice(0, longestMemo).join(''),
        reason: 'chat.answer',
        reference,
        key,
        seconds: holdSeconds,
      },
      transaction,
    );
  } catch (error) {
    // Another answer has taken them meanwhile.
    const left = error instanceof Invalid ? error.errors['score']?.params?.['available'] : undefined;
    throw left === undefined ? error : tooFew(points, Number(left));
  }
}

/** Takes so many of them, and gives the rest free; returns what was really taken: nothing, where the time was over. */
export async function settleHold(
  { ledger }: ChatParts,
  transaction: PluginTransaction,
  key: string,
  cost: number,
): Promise<number> {
  if (!ledger) return 0;
  try {
    await ledger.settle({ key, amount: cost }, transaction);
    return cost;
  } catch (error) {
    if (error instanceof Problem && error.key === 'ledgerServer:holdOver') return 0;
    throw error;
  }
}
