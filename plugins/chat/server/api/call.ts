import { randomUUID } from 'node:crypto';
import type { PluginTransaction } from '#plugin';
import { f, Problem, table, type Caller, type RowOf } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import { eachAlone } from '../eachAlone.ts';
import { allowanceOf, spend, today } from '../generation/budget.ts';
import type { Usage } from '../provider/part.ts';
import { countOf, pointsFor } from '../generation/price.ts';
import { estimate, reserve, settleHold } from '../generation/reserve.ts';
import { noteUsage } from '../generation/usage.ts';
import type { ChatModel } from '../models.ts';
import { memberOwner } from '../owner.ts';
import { noKey } from './keys.ts';

/** Calls of programs that are under way. */
const call = table('chat_call', {
  user_id: f.int({ required: true, index: true }),
  /** That of its reservation. */
  key: f.text({ required: true, unique: true, max: 60 }),
  /** Points set aside; null where nothing is to be paid. */
  reserved: f.int(),
  /** A growing log without text: who writes it shows that the call is still under way. */
  output: f.text({ max: 36 }),
});

type CallRow = RowOf<typeof call>;

declare module '#resource' {
  interface Tables {
    chat_call: typeof call;
  }
}

export const callResource = call.resource({
  page: false,
  personal: { realm: 'member', field: 'user_id', erase: 'delete' },
});

/** Seconds after which a call is over, whatever has become of its server. */
const longest = 1800;

/** Calls whose server is gone, of a member or of all: what was set aside for them is free again. */
export async function releaseLostCalls(parts: ChatParts, user?: number): Promise<void> {
  const now = parts.host.now();
  const calls = await parts.rows('chat_call').list({ user_id: user }, { limit: 1000 });
  await eachAlone(parts, 'lost call', calls, async (row) => {
    const head = row.output ? await parts.host.outputs.head(row.output) : undefined;
    const isRunning = row.output ? head?.state === 'running' : Math.abs(now - row.create_time) <= longest;
    if (!isRunning) await settleCall(parts, row, 0);
  });
}

async function isThere(locking: Promise<unknown>): Promise<boolean> {
  try {
    await locking;
    return true;
  } catch (error) {
    if (error instanceof Problem && error.key === 'rows:notFound') return false;
    throw error;
  }
}

/** Takes what a call has cost, once; the rest of what was set aside is free again. */
async function settleCall(
  parts: ChatParts,
  { id, key, reserved }: CallRow,
  cost: number,
  also: (transaction: PluginTransaction, paid: number) => Promise<void> = async () => {},
): Promise<void> {
  const { system } = parts.host;
  await parts.host.transaction(system, async (transaction) => {
    const rows = transaction.rows('chat_call', system);
    // Locked: others may be settling it at the same time.
    if (!(await isThere(rows.lock(id)))) return;
    await rows.del([id]);
    await also(transaction, reserved === null ? 0 : await settleHold(parts, transaction, key, cost));
  });
}

/** A call that is counted and paid for. */
export interface PaidCall {
  readonly maxTokens: number;
  /** Takes what was used; without `usage` and text nothing. Returns the counts. */
  end(usage: Usage | undefined, text: string): Promise<{ readonly tokensIn: number; readonly tokensOut: number }>;
}

/** What a program asks of which model: tokens that it sends, and that the answer may have at the most. */
interface CallWanted {
  readonly model: ChatModel;
  readonly input: number;
  readonly most: number;
  /** Id of the key that it comes with. */
  readonly key: number | undefined;
}

/** Counts a call of a member's program and sets aside what it may cost, if account and key are good when that is written. */
export async function beginCall(
  parts: ChatParts,
  caller: Caller,
  { model, input, most, key: keyId }: CallWanted,
): Promise<PaidCall> {
  const owner = memberOwner(caller.id);
  await releaseLostCalls(parts, caller.id);
  const allowance = await allowanceOf(parts, owner, caller);
  const settings = await parts.host.settings('chat');
  const { maxTokens, points } = await estimate(parts, owner, model, input, most);
  const key = `chat api ${randomUUID()}`;
  const { system } = parts.host;
  const writer = await parts.host.outputs.create({ limit: 1, keep: 60 });
  const over = async (): Promise<void> => {
    await writer.end();
    await parts.host.outputs.remove(writer.id);
  };
  let row: CallRow;
  try {
    row = await parts.host.transaction(caller, async (transaction) => {
      const made = await transaction
        .rows('chat_call', system)
        .add({ user_id: caller.id, key, reserved: points, output: writer.id });
      await spend(parts, transaction, owner, allowance, { settings, solved: false });
      await reserve(parts, transaction, owner, points, { key, memo: model.name, reference: `chat call ${made.id}` });
      if (keyId !== undefined && (await transaction.rows('chat_key', system).get(keyId))?.revoke_time !== null)
        throw noKey();
      return made;
    });
  } catch (error) {
    await over();
    throw error;
  }
  return {
    maxTokens,
    async end(usage, text) {
      const counted = text === '' && !usage ? { tokensIn: 0, tokensOut: 0 } : countOf(usage, input, text);
      const cost = Math.min(pointsFor(model, counted.tokensIn, counted.tokensOut), points ?? 0);
      const day = today(parts);
      try {
        await settleCall(parts, row, cost, async (transaction, paid) => {
          if (text !== '' || usage)
            await noteUsage(parts, transaction, { day, owner, model: model.name, points: paid, ...counted });
        });
      } finally {
        // A call that could not be settled is looked after like one whose server is gone.
        await over();
      }
      return counted;
    },
  };
}
