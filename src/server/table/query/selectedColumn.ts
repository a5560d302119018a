import type { RawBuilder } from 'kysely';
import { loadValue, type ModelField, type SqlValue } from '#resource';
import { cutFields, excerptOf, type FieldExcerpt } from './excerpt.ts';
import { valueSql, type Reference } from './reference.ts';

/** A field as a query selects it. */
export interface SelectedColumn {
  readonly field: ModelField;
  readonly value: RawBuilder<unknown>;
  /** Its name in the answer of the database. */
  readonly as: string;
  /** Set where a list carries less than all of it. */
  readonly excerpt: FieldExcerpt | undefined;
}

export function selectedColumn(
  reference: Pick<Reference, 'field' | 'alias' | 'language'>,
  as: string,
  whole: boolean,
): SelectedColumn {
  const excerpt = whole ? undefined : excerptOf(reference.field);
  const value = valueSql(reference);
  return { field: reference.field, value: excerpt ? excerpt.sqlOf(value) : value, as, excerpt };
}

/** The fields in wire format, and beside them the names of those that were cut. */
export function loadColumns(
  columns: readonly SelectedColumn[],
  raw: Readonly<Record<string, SqlValue>>,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let cut: string[] | undefined;
  for (const { field, as, excerpt } of columns) {
    const part = excerpt?.from(raw[as]!);
    row[field.name] = part ? part.excerpt : loadValue(field.kind, field.options, raw[as]!);
    if (part) (cut ??= []).push(field.name);
  }
  if (cut) row[cutFields] = cut;
  return row;
}
