import type { ChatParts } from '../chatParts.ts';
import { complete } from '../provider/complete.ts';
import { failureOf, ProviderFailure } from '../provider/failure.ts';
import type { Usage } from '../provider/part.ts';
import { conversationKey } from '../underway.ts';
import { AnswerText } from './answerText.ts';
import { systemTurns } from './context.ts';
import { finish } from './finish.ts';
import type { Generation, Outcome } from './generation.ts';

/** An answer on its way. */
interface Running {
  readonly abort: AbortController;
  readonly text: AnswerText;
  /** Resolves when its row has the whole of it. */
  readonly stored: Promise<void>;
}

/** Answers that this instance is making: they belong to the server, whoever listens. */
export class Generations {
  readonly #parts: ChatParts;
  readonly #running = new Map<number, Running>();

  constructor(parts: ChatParts) {
    this.#parts = parts;
  }

  /** Begins; `then` is called once the row has the whole of it. */
  start(generation: Generation, then: (outcome: Outcome) => Promise<void>): void {
    const { message, conversation, owner } = generation;
    const abort = new AbortController();
    const text = new AnswerText(generation);
    const failed = (error: unknown): void => this.#parts.host.log(`answer ${message}: ${String(error)}`);
    const store = async (): Promise<Outcome> => {
      const outcome = await this.#run(generation, text, abort.signal);
      text.end();
      await finish(this.#parts, generation, outcome);
      return outcome;
    };
    const madeFor = [conversationKey(conversation), owner.key];
    const forget = this.#parts.underway.add(madeFor, () => abort.abort('stopped'));
    const outcome = store().finally(() => {
      forget();
      this.#running.delete(message);
    });
    outcome.then(then).catch(failed);
    this.#running.set(message, { abort, text, stored: outcome.then(nothing, nothing) });
  }

  /** An answer that is made here, whatever the database has of it by now; undefined for all others. */
  running(message: number): Pick<Running, 'text' | 'stored'> | undefined {
    return this.#running.get(message);
  }

  /** Ends an answer, if it is made here, with what has come. */
  stop(message: number, why: 'stopped' | 'interrupted' = 'stopped'): Promise<void> | undefined {
    const running = this.#running.get(message);
    running?.abort.abort(why);
    return running?.stored;
  }

  /** Ends all with what has come, and waits until that is stored. */
  async interruptAll(): Promise<void> {
    const ending = [...this.#running.keys()].flatMap((message) => this.stop(message, 'interrupted') ?? []);
    await Promise.all(ending);
  }

  async #run(generation: Generation, text: AnswerText, signal: AbortSignal): Promise<Outcome> {
    let isAsked = false;
    const onAsked = (): void => void (isAsked = true);
    for (const [at, model] of generation.models.entries()) {
      let usage: Usage | undefined;
      isAsked = false;
      const ended = (status: Outcome['status'], failure?: ProviderFailure): Outcome => ({
        status,
        failure,
        usage,
        text: text.whole,
        model,
        isAsked,
      });
      try {
        const { turns, summary } = generation.context;
        const others = turns.filter(({ role }) => role !== 'system');
        const messages = at === 0 ? turns : [...systemTurns(model, summary), ...others];
        const body = { messages, max_tokens: Math.min(generation.maxTokens, model.maxTokens) };
        for await (const part of complete(this.#parts, model.endpoint, body, signal, onAsked)) {
          usage = part.usage ?? usage;
          if (part.text && !text.add(part.text))
            return ended('stopped', new ProviderFailure('chatServer:answerTooLong', 'the answer did not end'));
        }
        if (signal.aborted) return ended(signal.reason as 'stopped' | 'interrupted');
        if (text.whole === generation.before) throw new ProviderFailure('chatServer:provider.empty', 'no text');
        return ended('done');
      } catch (error) {
        const failure = failureOf(error, model.endpoint.key);
        this.#parts.host.log(`the model ${model.endpoint.model} has not answered: ${failure.message}`);
        // Half an answer of one model is not gone on with by another.
        const isLast = at === generation.models.length - 1;
        if (isLast || text.whole !== generation.before) return ended('failed', failure);
      }
    }
    throw new Error('An answer without a model.');
  }
}

const nothing = (): void => {};
