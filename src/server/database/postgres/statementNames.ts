import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { pairsFunction } from '../search/searchIndex.ts';

/** Texts that are counted, runs after which one gets a name, and names that one connection keeps statements for. */
const mostTexts = 1000;
const worthAName = 3;
export const mostNames = 300;

/** Names for statements that run again and again: PostgreSQL then parses and plans them once for each connection. */
export class StatementNames {
  readonly #texts = new LRUCache<string, { runs: number; name: string | undefined }>({ max: mostTexts });

  /**
   * Undefined for a text that has not run often enough, and for one that asks a search index: a plan for any word would walk
   * the whole table for a rare one.
   */
  nameOf(text: string): string | undefined {
    if (text.includes(`${pairsFunction}(`)) return undefined;
    const known = this.#texts.get(text);
    if (!known) {
      this.#texts.set(text, { runs: 1, name: undefined });
      return undefined;
    }
    known.runs += 1;
    if (known.runs >= worthAName) known.name ??= `q${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    return known.name;
  }

  /** The text does without a name for a while: what it was prepared for has changed. */
  forget(text: string): void {
    this.#texts.set(text, { runs: -1000, name: undefined });
  }
}
