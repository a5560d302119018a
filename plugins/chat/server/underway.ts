declare module '#plugin' {
  interface Events {
    /** What answers are made for has gone, as `Underway` calls it. */
    'chat.gone': { readonly what: readonly string[] };
    /** What answers were made for now belongs to something else, and ends with that too. */
    'chat.passedOn': { readonly from: string; readonly to: string };
  }
}

/** What answers are made for. That of an owner is the owner's key. */
export const conversationKey = (id: number): string => `conversation ${id}`;
export const apiKeyKey = (id: number): string => `key ${id}`;

interface Answer {
  readonly madeFor: Set<string>;
  end(): void;
}
/** An answer as who makes it sees it: `gone` is aborted when something goes that it is made for. */
export interface Watched {
  readonly gone: AbortSignal;
  /** Ends the watch. */
  forget(): void;
}

/** Answers that are made here, and what they are made for: when that goes, they end. */
export class Underway {
  readonly #answers = new Set<Answer>();

  /** Returns what forgets the answer. */
  add(madeFor: readonly string[], end: () => void): () => void {
    const answer: Answer = { madeFor: new Set(madeFor), end };
    this.#answers.add(answer);
    return () => void this.#answers.delete(answer);
  }

  watch(madeFor: readonly string[]): Watched {
    const gone = new AbortController();
    const forget = this.add(madeFor, () => gone.abort());
    return { gone: gone.signal, forget };
  }

  /** What is made for the one is made for the other, too. */
  passOn(from: string, to: string): void {
    for (const { madeFor } of this.#answers) if (madeFor.has(from)) madeFor.add(to);
  }

  end(what: readonly string[]): void {
    for (const { madeFor, end } of this.#answers) if (what.some((each) => madeFor.has(each))) end();
  }
}
