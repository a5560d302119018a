import {
  placeOf,
  relatedKeyOf,
  type Manifest,
  type Model,
  type ModelField,
  type Place,
  type SqlValue,
} from '#resource';
import type { Models } from '../query/reference.ts';

type Row = Readonly<Record<string, unknown>>;

/** A value of a row with the field that says how people read it; a row of another table with its id. */
export interface Shown {
  readonly field: ModelField;
  readonly value: unknown;
  readonly of?: { readonly model: Model; readonly id: number };
}

/** A column of an exported file. */
export interface ExportColumn {
  readonly label: string;
  /** The table that it names rows of, which may be a tree. */
  readonly to?: Model;
  /** It refers to many of them. */
  readonly hasSeveral?: true;
  /** What a row shows there; several of a field that refers to many rows. */
  shown(row: Row): readonly Shown[];
}

/** Marks of views, places among all rows and the number of changes say nothing to people. */
const isOwnBusiness = ({ views }: Model, { name, kind }: ModelField): boolean =>
  name === 'version' || kind.relative === true || [...views.values()].some(({ marks }) => marks === name);

/**
 * These columns, which the caller may read, by their labels; where none are chosen, all of the table: the id, the columns of the
 * list in their order, then the other fields.
 */
export function exportColumns(
  models: Models,
  model: Model,
  { fields, list }: Manifest,
  labelOf: (place: Place) => string,
  chosen: readonly string[],
): ExportColumn[] {
  const own = [...model.fields.values()].filter((field) => !isOwnBusiness(model, field)).map(({ name }) => name);
  const columns = new Map<string, ExportColumn>();
  for (const path of chosen.length > 0 ? chosen : ['id', ...list.columns, ...own]) {
    const isOpen = chosen.length > 0 || (Object.hasOwn(fields, path) && fields[path]!.readable);
    const place = isOpen ? placeOf(models, model, path) : undefined;
    if (!place || place.steps.length > 1 || place.steps.some(({ many }) => many)) continue;
    const via = place.steps[0]?.via;
    // A column that names the related row is that of the field which refers to it.
    const key = via && place.field.name === place.model.title ? via.name : place.path;
    if (!columns.has(key)) columns.set(key, { label: labelOf(place), ...columnOf(models, place.field, via) });
  }
  return [...columns.values()];
}

function columnOf(models: Models, field: ModelField, via: ModelField | undefined): Omit<ExportColumn, 'label'> {
  const reference = via ?? field;
  const other = reference.to === undefined ? undefined : models.get(reference.to);
  const isNamed = other !== undefined && (!via || field.name === other.title);
  if (!isNamed)
    return via
      ? { shown: (row) => [{ field, value: (row[via.relation] as Row | null | undefined)?.[field.name] ?? null }] }
      : { shown: (row) => [{ field, value: row[field.name] }] };
  const title = other.fields.get(other.title)!;
  const named = (row: Row): Shown => ({
    field: title,
    value: row[other.title] ?? row['id'],
    of: { model: other, id: Number(row['id']) },
  });
  switch (reference.kind.relation) {
    case 'many':
      return {
        to: other,
        hasSeveral: true,
        shown: (row) => ((row[relatedKeyOf(reference)!] ?? []) as readonly Row[]).map(named),
      };
    case 'parent':
      return {
        to: other,
        shown(row) {
          const id = row[reference.name] as SqlValue;
          return id === null ? [] : [{ field: title, value: id, of: { model: other, id: Number(id) } }];
        },
      };
    default:
      return {
        to: other,
        shown(row) {
          const found = row[reference.relation] as Row | null | undefined;
          return found ? [named(found)] : [{ field: reference, value: row[reference.name] }];
        },
      };
  }
}
