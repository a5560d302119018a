import type { BulkReport, FieldManifest, Manifest } from '#resource';
import { fieldViewOf } from '../fields/index.ts';
import { kindNamed } from '../fields/kinds.ts';
import { titleOf, type RelatedRow } from '../fields/useRelated.ts';
import { isBlank, itemsOf } from '../fields/view.ts';
import type { useText } from '../settings/useText.ts';
import type { Values } from './formValues.ts';

type Text = ReturnType<typeof useText>;

/** Fields that one sentence names, and characters of a value. */
const mostNamed = 3;
const longest = 40;

/** Which fields have been given which values, in a sentence; one whose value cannot be said in a few words is named alone. */
export function givenValues(manifest: Manifest, values: Values, examples: BulkReport['examples'], text: Text): string {
  const fields = Object.keys(values).flatMap((name) => manifest.fields[name] ?? []);
  const said = fields.slice(0, mostNamed).map((field) => {
    const { name, label } = field;
    const related = examples.flatMap(({ changes }) => changes[name]?.rows ?? []) as RelatedRow[];
    const value = valueText(manifest, field, values[name], related, text);
    return value === undefined ? label : text('bulkEdit:given', { field: label, value: shortened(value) });
  });
  const more = fields.length - said.length;
  return [...said, ...(more > 0 ? [text('moreOf', { count: more })] : [])].join(text('or'));
}

function valueText(
  { name: table }: Manifest,
  field: FieldManifest,
  value: unknown,
  related: readonly RelatedRow[],
  text: Text,
): string | undefined {
  if (isBlank(value)) return text('bulkEdit:nothing');
  const { relation } = field;
  if (relation) {
    const rows = [value].flat().map((id) => related.find((row) => row.id === id));
    return rows.every((row) => row !== undefined)
      ? rows.map((row) => titleOf(row, relation.title)).join(text('or'))
      : undefined;
  }
  const kind = kindNamed(field.kind);
  if (kind?.inline === 'always') return text(value === 1 ? 'yes' : 'no');
  const items = itemsOf(field);
  const plain = [value].flat().map((each) => items[String(each)]?.label ?? each);
  const { textOf } = fieldViewOf(table, field);
  if (textOf) return textOf({ field, value, row: { id: 0, [field.name]: value } });
  return kind?.long || !plain.every((each) => typeof each === 'string') ? undefined : plain.join(text('or'));
}

const shortened = (value: string): string => (value.length > longest ? `${value.slice(0, longest).trimEnd()}…` : value);
