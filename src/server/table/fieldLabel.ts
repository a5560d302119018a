import { nameInWords, textOf, type Language, type ModelField, type Place } from '#resource';

/** Turns a message key into a text; undefined when there is none. */
export type Translate = (language: Language, key: string) => string | undefined;

/** A label of the file, else the product's own text for that name, else the name in words. */
export function labelOf(translate: Translate, { name, label, relation }: ModelField, language: Language): string {
  if (label !== undefined) return textOf(label, language);
  return translate(language, `field:${name}`) ?? translate(language, `field:${relation}`) ?? nameInWords(relation);
}

/** A field by its label; `category.name` is called as the fields that lead there, with another column than the usual one by that too. */
export function placeLabel(translate: Translate, { steps, field }: Place, language: Language): string {
  if (steps.length === 0) return labelOf(translate, field, language);
  const isUsual = field.name === 'id' || field.name === 'name' || field.name === 'title';
  const named = [...steps.map(({ via }) => via), ...(isUsual ? [] : [field])];
  return named.map((each) => labelOf(translate, each, language)).join(' · ');
}
