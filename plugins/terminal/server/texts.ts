import { Problem, type Language, type Message } from '#resource';
import { readText } from './readTexts.ts';

/** A text of ours for a stream, whose lines nobody translates behind us; `key` as in a `Problem`. */
export const textIn = (language: Language, { key, params }: Message): string => readText(language, key, params);

export const problem = (key: string, params: Record<string, unknown> = {}): Problem => new Problem(key, params);
