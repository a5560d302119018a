import { Invalid, namesItself, type Caller, type ModelField } from '#resource';
import { labelOf, type Translate } from './manifest.ts';

/** The same refusal with the labels of those of its fields that whoever is told may know. Labels that it has stay. */
export function labelled(
  { errors, labels, options }: Invalid,
  { language }: Pick<Caller, 'language'>,
  translate: Translate,
  known: (name: string) => ModelField | undefined,
): Invalid {
  const found = Object.entries(errors).flatMap(([name, error]) => {
    const field = namesItself(error) ? undefined : known(name);
    return field ? [[name, labelOf(translate, field, language)] as const] : [];
  });
  return new Invalid(errors, { ...Object.fromEntries(found), ...labels }, options);
}
