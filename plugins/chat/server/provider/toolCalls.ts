import { ProviderFailure } from './failure.ts';
import type { ToolDelta } from './part.ts';

/** A tool that a model wants to be called. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, as the model has written it: not believed. */
  readonly arguments: string;
}

/** Calls of one answer, and characters of all their arguments. */
const most = { calls: 128, characters: 200_000 } as const;

/** Puts the pieces of calls together, whole ones as well. */
export class ToolCalls {
  readonly #calls = new Map<number, { id: string; name: string; arguments: string }>();
  #length = 0;

  add(deltas: readonly ToolDelta[]): void {
    for (const { index, id, name, arguments: input = '' } of deltas) {
      const call = this.#calls.get(index) ?? { id: '', name: '', arguments: '' };
      this.#calls.set(index, { id: id ?? call.id, name: name ?? call.name, arguments: call.arguments + input });
      this.#length += input.length;
    }
    if (this.#calls.size > most.calls || this.#length > most.characters)
      throw new ProviderFailure('chatServer:provider.unreadable', 'calls of tools without an end');
  }

  get all(): readonly ToolCall[] {
    const sorted = [...this.#calls].toSorted(([one], [other]) => one - other);
    return sorted.map(([index, call]) => ({ ...call, id: call.id || `call_${index}` }));
  }
}

/** A call in the words of OpenAI's API. */
export const toolCallWire = ({ id, name, arguments: input }: ToolCall): object => ({
  id,
  type: 'function',
  function: { name, arguments: input },
});
