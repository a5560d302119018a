import { Problem, type Values, type FieldsOf } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import type { ProviderFailure } from '../provider/failure.ts';
import type { MessageRow } from '../tables/message.ts';
import { giveBack, today } from './budget.ts';
import { cleaned } from './cleaned.ts';
import type { Generation, Outcome } from './generation.ts';
import { countOf, pointsFor } from './price.ts';
import { settleHold } from './reserve.ts';
import { noteUsage } from './usage.ts';

/** The key of a reservation: of the message, and of how often it was begun. */
export const holdKey = ({ id, turn }: Pick<MessageRow, 'id' | 'turn'>): string => `chat ${id} ${turn}`;

/** Stores the answer and ends its growing log; one that cannot be stored is found there, as if its server were gone. */
export async function finish(parts: ChatParts, generation: Generation, outcome: Outcome): Promise<void> {
  const { writer } = generation;
  try {
    await store(parts, generation, outcome);
  } catch (error) {
    await writer.end('failed').catch(() => {});
    if (!isGone(error)) throw error;
    await forget(parts, generation);
    return;
  }
  await writer.end(outcome.status === 'failed' ? 'failed' : 'ended');
}

/** Of a conversation that has gone for good meanwhile: nothing is kept, and nothing is paid for what nobody can read. */
async function forget(parts: ChatParts, { hold, writer }: Generation): Promise<void> {
  const { host } = parts;
  await host.outputs.remove(writer.id);
  if (hold === undefined) return;
  await host.transaction(host.system, async (transaction) => void (await settleHold(parts, transaction, hold, 0)));
}

const isGone = (error: unknown): boolean => error instanceof Problem && error.key === 'rows:notFound';

/**
 * Stores the answer and settles its reservation, both or neither: by the count of the provider, never for more than was reserved.
 * What has failed, or was stopped before the model was asked, costs nothing, neither points nor one of the messages that a visitor has.
 */
async function store(parts: ChatParts, generation: Generation, outcome: Outcome): Promise<void> {
  const { message: id, context, writer, before, owner } = generation;
  const { status, failure, usage, model } = outcome;
  const text = cleaned(outcome.text);
  const counted = countOf(usage, context.tokens, text.slice(before.length));
  const isPaid = status === 'done' || (status === 'stopped' && outcome.isAsked);
  const day = today(parts);
  await withRetries(() =>
    parts.host.transaction(parts.host.system, async (transaction) => {
      const row = await transaction.rows('chat_message', parts.host.system).lock(id);
      if (row.status !== 'running' || row.output !== writer.id) return;
      const price = isPaid ? pointsFor(model, counted.tokensIn, counted.tokensOut) : 0;
      const cost = Math.min(price, row.reserved ?? 0);
      const paid = row.reserved === null ? 0 : await settleHold(parts, transaction, holdKey(row), cost);
      const used = isPaid ? counted : { tokensIn: 0, tokensOut: 0 };
      await transaction
        .rows('chat_message', parts.host.system)
        .edit(id, {
          status,
          text,
          spent: null,
          ...failureColumns(failure),
          model_id: model.id,
          model_name: model.name,
          tokens_in: (row.turn > 1 ? (row.tokens_in ?? 0) : 0) + used.tokensIn,
          tokens_out: (row.turn > 1 ? (row.tokens_out ?? 0) : 0) + used.tokensOut,
          ...(row.reserved !== null && { cost: (row.cost ?? 0) + paid }),
        });
      if (!isPaid) await giveBack(parts, transaction, row);
      if (isPaid) await noteUsage(parts, transaction, { day, owner, model: model.name, points: paid, ...used });
    }),
  );
}

const failureColumns = (failure: ProviderFailure | undefined): Values<FieldsOf<'chat_message'>> => ({
  error: failure ? { key: failure.key } : null,
  detail: failure?.detail ?? null,
  provider_words: failure?.words || null,
});

/** The answer is there, and was waited for: a database that is away for a moment must not lose it. */
async function withRetries(work: () => Promise<void>): Promise<void> {
  for (let wait = 100; ; wait *= 3) {
    try {
      return await work();
    } catch (error) {
      if (wait > 10_000 || isGone(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
