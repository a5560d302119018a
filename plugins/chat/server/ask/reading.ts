import { Problem, type FieldManifest, type Manifest } from '#resource';
import type { AskedChart, AskedList } from '../../shared/ask.ts';
import { addressOf, filterIn } from './address.ts';
import { nameOf, shownFields, tableNamed } from './known.ts';
import { relatedNames } from './related.ts';
import { textFor, valueFor } from './texts.ts';
import type { Tool, ToolContext } from './tool.ts';

/** Rows that one call gives, and unless it says otherwise. */
const most = 50;
const usual = 10;
type AnyRow = Readonly<Record<string, unknown>>;

export const describeTable: Tool = async ({ parts, caller }, { table }) => {
  const manifest = tableNamed(parts, caller, table);
  return {
    data: {
      table: manifest.name,
      label: manifest.label,
      fields: shownFields(manifest).map(describe),
      searched_by_words: manifest.quickSearch,
    },
  };
};

function describe({ name, label, kind, operators, options, relation }: FieldManifest): object {
  const items = options['items'] as Readonly<Record<string, { readonly label: string }>> | undefined;
  return {
    name,
    label,
    kind,
    operators,
    ...(items && { choices: Object.fromEntries(Object.entries(items).map(([key, item]) => [key, item.label])) }),
    ...(relation?.follow && { related: `${relation.follow}.${relation.title}` }),
  };
}

export const findRows: Tool = async ({ parts, caller }, { table, filter: given, words, order, limit }) => {
  const manifest = tableNamed(parts, caller, table);
  const filter = filterIn(given);
  const asked = { words: textOr(words), order: textOr(order) };
  const count = Math.min(Math.max(Math.trunc(Number(limit)) || usual, 1), most);
  const { list, total = list.length } = await parts.host.list(nameOf(manifest), caller, {
    limit: count,
    isTree: 'false',
    ...(filter !== undefined && { filter }),
    ...(asked.words && { quickSearch: asked.words }),
    ...(asked.order && { order: asked.order }),
  });
  const part: AskedList = {
    type: 'list',
    label: manifest.label,
    address: addressOf(manifest, { filter, ...asked }),
    total,
  };
  return { data: { total, rows: list.map((row) => rowFor(manifest, row)) }, part };
};

export const readRow: Tool = async ({ parts, caller }, { table, id }) => {
  const manifest = tableNamed(parts, caller, table);
  return { data: rowFor(manifest, await rowNamed(parts, caller, manifest, id)) };
};

/** The row of that id as the caller's list has it: with the names of related rows, and no other field. */
export async function rowNamed(
  parts: ToolContext['parts'],
  caller: ToolContext['caller'],
  manifest: Manifest,
  id: unknown,
): Promise<AnyRow> {
  if (!Number.isSafeInteger(id)) throw new Problem('rows:notFound');
  const { list } = await parts.host.list(nameOf(manifest), caller, { initKey: 'id', initValue: [id], isTree: 'false' });
  const row = list[0];
  if (!row) throw new Problem('rows:notFound');
  return row;
}

function rowFor(manifest: Manifest, row: AnyRow): object {
  return Object.fromEntries(
    shownFields(manifest).flatMap((field) => {
      if (!Object.hasOwn(row, field.name)) return [];
      const value = [field.name, valueFor(field, row[field.name])] as const;
      const title = relatedTitle(field, row);
      return title === undefined ? [value] : [value, [`${field.name}_name`, title] as const];
    }),
  );
}

/** What a related row is called. */
export function relatedTitle({ relation }: FieldManifest, row: AnyRow): string | undefined {
  const related = relation && row[relation.name];
  if (typeof related !== 'object' || related === null || Array.isArray(related)) return undefined;
  const title = (related as AnyRow)[relation!.title];
  return typeof title === 'string' ? title.slice(0, 100).toWellFormed() : undefined;
}

export const countRows: Tool = async ({ parts, caller }, { table, by, unit, sum, filter: given }) => {
  const manifest = tableNamed(parts, caller, table);
  const filter = filterIn(given);
  const path = textOr(by);
  const field = manifest.fields[path];
  // Of what lies encrypted, and of what a model is not shown, nothing is counted either.
  if (field && !shownFields(manifest).includes(field) && !path.includes('.'))
    throw new Problem('rows:unknownField', { field: path });
  const chosen = unit === 'day' || unit === 'month' ? unit : undefined;
  const summed = textOr(sum);
  const { groups, isCut } = await parts.host.groups(nameOf(manifest), caller, {
    by: path,
    ...(chosen && { unit: chosen }),
    ...(summed && { sum: summed }),
    ...(filter !== undefined && { filter }),
  });
  const names = field?.relation && (await relatedNames(parts, caller, field, groups.flatMap(idOf)));
  const labelOf = (value: unknown): string => {
    if (!field || chosen) return String((value ?? '') as string);
    return names?.get(Number(value)) ?? textFor(parts, caller, field, value);
  };
  const shown = groups.map(({ value, count, sum: added }) => ({
    label: labelOf(value),
    value: added === undefined ? count : Number(added),
    text: added ?? String(count),
  }));
  const part: AskedChart = {
    type: 'chart',
    label: manifest.label,
    by: field?.label ?? path,
    unit: chosen ?? null,
    sum: summed ? (manifest.fields[summed]?.label ?? summed) : null,
    address: addressOf(manifest, { filter }),
    groups: shown,
    isCut,
  };
  return { data: { groups: shown.map(({ label, text }) => [label, text]), more: isCut }, part };
};

const idOf = ({ value }: { readonly value: unknown }): readonly number[] =>
  Number.isSafeInteger(Number(value)) && value !== null && value !== '' ? [Number(value)] : [];
const textOr = (given: unknown): string => (typeof given === 'string' ? given.trim() : '');
