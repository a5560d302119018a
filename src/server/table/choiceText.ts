import { holdsSeveral, textOf, textOfValue, type Language, type ModelField, type Words } from '#resource';
import type { Translate } from './fieldLabel.ts';

type Chosen = Pick<ModelField, 'kind' | 'options'>;

/** What people read for one of the values of a field that has only a few. */
export function choiceText(
  translate: Translate,
  { kind, options }: Chosen,
  value: unknown,
  language: Language,
): string {
  return textOfValue(kind, options, holdsSeveral(kind) ? [value] : value, wordsIn(translate, language));
}

/** Labels and messages as people read them. */
export const wordsIn = (translate: Translate, language: Language): Words => ({
  label: (label) => textOf(label, language),
  message: (key) => translate(language, key) ?? key,
});

/** The values of such a field, as people read them. */
export const choiceTexts = (translate: Translate, field: Chosen, language: Language): readonly string[] | undefined =>
  field.kind.encoding?.(field.options).choices?.map((value) => choiceText(translate, field, value, language));
