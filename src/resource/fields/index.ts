import type { FieldKind, FieldOptions } from '../field.ts';
import { belongsTo, belongsToKind } from './belongsTo.ts';
import { enumeration, enumKind } from './enum.ts';
import { int, intKind } from './int.ts';
import { text, textKind } from './text.ts';

/** The fields of the language: `f.text({ … })`. */
export const f = {
  text,
  int,
  enum: enumeration,
  belongsTo,
};

/** A kind with its types erased: kinds of every value and option stand in one list. */
export type AnyKind = FieldKind<unknown, FieldOptions>;
const erase = <T, O extends FieldOptions>(kind: FieldKind<T, O>): AnyKind => kind as unknown as AnyKind;

const kinds = new Map<string, AnyKind>(
  [erase(textKind), erase(intKind), erase(enumKind), erase(belongsToKind)].map((kind) => [kind.kind, kind]),
);

/** The kind of that name; throws when there is none, since a resource that names it could not have been loaded. */
export function kindOf(name: string): AnyKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`There is no field kind "${name}". Kinds: ${[...kinds.keys()].join(', ')}.`);
  return kind;
}

/** Adds a plugin's kind. */
export function addKind<T, O extends FieldOptions>(kind: FieldKind<T, O>): void {
  if (kinds.has(kind.kind)) throw new Error(`The field kind "${kind.kind}" exists already; choose another name.`);
  kinds.set(kind.kind, erase(kind));
}
export const kindNames = (): readonly string[] => [...kinds.keys()];
