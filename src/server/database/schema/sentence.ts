import { join } from 'node:path';
import { eachLanguage, textOf, type Label, type Language, type Reason } from '#resource';
import { loadMessages, type Messages } from '../../shared/messages.ts';

/** What a sentence is about: names and numbers as they are, other texts in the language of the sentence. */
export type SentencePart = Label | number | readonly Label[];

const root = join(import.meta.dirname, '../../../..');
let messages: Messages | undefined;
/** Read when the first sentence is made: most starts change nothing. */
const texts = (): Messages => (messages ??= loadMessages(root));

/** A sentence about the schema in every language: the text `schema:<key>` with its holes filled. */
export function sentence(key: string, parts: Readonly<Record<string, SentencePart>> = {}): Label {
  const { translate } = texts();
  return eachLanguage((language) =>
    translate(
      language,
      `schema:${key}`,
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, partIn(part, language, translate)])),
    ),
  );
}

/** Why a value cannot be converted. */
export const reasonText = ({ key, params }: Reason): Label =>
  eachLanguage((language) =>
    texts().find(language, key) === undefined ? key : texts().translate(language, key, params),
  );

/** What logs and errors say: whoever reads those may search for the English words. */
export const plainText = (said: Label): string => textOf(said, 'en');

function partIn(part: SentencePart, language: Language, translate: Messages['translate']): string | number {
  if (typeof part === 'number') return part;
  if (!Array.isArray(part)) return textOf(part as Label, language);
  return part.map((each: Label) => textOf(each, language)).join(translate(language, 'schema:between'));
}

/** What happens to one table. */
export const ofTable = (table: string, ...what: readonly Label[]): Label => sentence('ofTable', { table, what });
