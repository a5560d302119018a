import type { Message } from './problem.ts';

/** Choices that a refusal names at most. */
const mostNamed = 10;

/** The same refusal; of a value that is none of a few choices, with what people read for these. */
export const namingChoices = (refusal: Message, choices: readonly string[] = []): Message =>
  refusal.key === 'validate:choice' && choices.length > 0 && choices.length <= mostNamed
    ? { key: 'validate:choiceOf', params: { choices } }
    : refusal;
