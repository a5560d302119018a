import {
  conditionsIn,
  isShown,
  namingChoices,
  parseField,
  type FieldManifest,
  type Manifest,
  type Message,
} from '#resource';
import { kindNamed } from '../fields/kinds.ts';
import { clearedSecret, type ListRow } from '../fields/view.ts';
import { isSame, type Values } from './typedValues.ts';

export type { Values } from './typedValues.ts';

/** The fields that the form shows, in its order. */
export const formFields = (manifest: Manifest): FieldManifest[] =>
  manifest.form.sections
    .flatMap(({ lines }) => lines.flat())
    .flatMap((name) => manifest.fields[name] ?? [])
    .filter((field) => field.writable);

/** Fields that decide whether others are shown, and which this person may not change. */
const decidingFields = (manifest: Manifest): FieldManifest[] =>
  formFields(manifest)
    .flatMap(({ when }) => (when ? conditionsIn(when) : []))
    .flatMap(({ field }) => manifest.fields[field] ?? [])
    .filter((field) => !field.writable);

/** What the form starts with: the row's values, or the defaults of a new one. Secrets are never read. */
export function initialValues(manifest: Manifest, row?: ListRow): Values {
  return Object.fromEntries(
    [...formFields(manifest), ...decidingFields(manifest)].map((field) => [
      field.name,
      row && field.readable ? (row[field.name] ?? null) : row ? null : field.default,
    ]),
  );
}

/** What a new row begins with that is made after this one: all that may be written but secrets, and what no two rows share. */
export function copiedValues(manifest: Manifest, row: ListRow): Values {
  const copied = formFields(manifest).filter(({ readable, single }) => readable && !single);
  return { ...initialValues(manifest), ...Object.fromEntries(copied.map(({ name }) => [name, row[name] ?? null])) };
}

/**
 * What differs from the start; all that is filled in when the row is new. Fields that are not shown stay as they are.
 */
export function changedValues(manifest: Manifest, before: Values, after: Values, isNew: boolean): Values {
  const shown = formFields(manifest).filter((field) => isShown(field, after));
  const changed = shown.filter(({ name }) => (isNew ? after[name] !== undefined : !isSame(before[name], after[name])));
  return Object.fromEntries(
    changed
      .map(({ name, readable }) => [name, readable ? after[name] : secretOf(after[name])])
      .filter(([, value]) => value !== undefined),
  );
}

const secretOf = (value: unknown): unknown => (value === clearedSecret ? null : (value ?? undefined));

/**
 * Why a value is refused, by the same rules as on the server, which alone knows those of some plugins' kinds. A stored
 * secret may stay by being left empty.
 */
export function refusalOf(field: FieldManifest, value: unknown, isNew: boolean): Message | undefined {
  const kind = kindNamed(field.kind);
  if (!kind) return undefined;
  const required = field.required && (isNew || field.readable);
  const parsed = parseField(kind, { ...field.options, required }, value);
  return 'refused' in parsed ? namingChoices(parsed.refused, choicesOf(field)) : undefined;
}

const choicesOf = ({ options: { items = {} } }: FieldManifest): string[] =>
  Object.values(items as Readonly<Record<string, { readonly label: string }>>).map(({ label }) => label);
