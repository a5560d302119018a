import { Invalid, namesItself, namingChoices, type Caller, type Message, type ModelField } from '#resource';
import { choiceTexts } from './choiceText.ts';
import { labelOf, type Translate } from './fieldLabel.ts';

/**
 * The same refusal with the labels of those of its fields that whoever is told may know, and with what can be chosen for them where
 * that is little. Labels that it has stay.
 */
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
  const told = Object.entries(errors).map(([name, error]): [string, Message] => {
    const field = known(name);
    return [name, field ? namingChoices(error, choiceTexts(translate, field, language)) : error];
  });
  return new Invalid(Object.fromEntries(told), { ...Object.fromEntries(found), ...labels }, options);
}
