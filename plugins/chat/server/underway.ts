declare module '#plugin' {
  interface Events {
    /** What answers are made for has gone, as `Underway` calls it. */
    'chat.gone': { readonly what: readonly string[] };
  }
}

/** What answers are made for. That of an owner is the owner's key. */
export const conversationKey = (id: number): string => `conversation ${id}`;
export const apiKeyKey = (id: number): string => `key ${id}`;

interface Answer {
  readonly madeFor: readonly string[];
  end(): void;
}

/** Answers that are made here, and what they are made for: when that goes, they end. */
export class Underway {
  readonly #answers = new Set<Answer>();

  /** Returns what forgets the answer. */
  add(madeFor: readonly string[], end: () => void): () => void {
    const answer: Answer = { madeFor, end };
    this.#answers.add(answer);
    return () => void this.#answers.delete(answer);
  }

  end(what: readonly string[]): void {
    for (const { madeFor, end } of this.#answers) if (madeFor.some((each) => what.includes(each))) end();
  }
}
