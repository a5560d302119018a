import type { ChatParts } from './chatParts.ts';
import type { Files } from './files/files.ts';
import type { Generations } from './generation/generations.ts';
import type { Titles } from './generation/titles.ts';

/** The chat of one application. */
export interface Chat {
  readonly parts: ChatParts;
  readonly generations: Generations;
  readonly titles: Titles;
  readonly files: Files;
}
