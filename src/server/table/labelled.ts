import { Invalid, type Caller, type ModelField } from '#resource';
import { labelOf, type Translate } from './manifest.ts';

/** Keys of messages that name the field themselves. */
const naming = new Set(['validate:unknownField']);

/** The same refusal with the labels of those of its fields that whoever is told may know. Labels that it has stay. */
export function labelled(
  { errors, labels }: Invalid,
  { language }: Pick<Caller, 'language'>,
  translate: Translate,
  known: (name: string) => ModelField | undefined,
): Invalid {
  const found = Object.entries(errors).flatMap(([name, { key }]) => {
    const field = naming.has(key) ? undefined : known(name);
    return field ? [[name, labelOf(translate, field, language)] as const] : [];
  });
  return new Invalid(errors, { ...Object.fromEntries(found), ...labels });
}
