import { sql, type RawBuilder } from 'kysely';
import { relatedKeyOf, relationName, type Caller, type Model, type ModelField, type SqlValue } from '#resource';
import { mayRead, readableFields } from '../fieldAccess.ts';
import { referenceIn, scopeOf } from './askedBy.ts';
import type { Joins } from './joins.ts';
import { main, placeFor } from './reference.ts';
import type { JoiningScope, TableContext } from './scope.ts';
import { loadColumns, selectedColumn, type SelectedColumn } from './selectedColumn.ts';

/** What a query selects for one caller, and how its rows become wire format. */
export interface RowShape {
  readonly columns: readonly RawBuilder<unknown>[];
  /** Related rows that it shows. */
  readonly joins: Joins;
  /** belongsToMany fields: their ids are read by a query of their own. */
  readonly pairs: readonly ModelField[];
  /** Columns may hold much more than the rows carry of them. */
  readonly hasLongTexts: boolean;
  load(raw: Readonly<Record<string, SqlValue>>): Record<string, unknown>;
}

/**
 * Own readable fields, and for each field that refers to another table an object with its id, what names it, and the
 * columns of it that the list shows. Only `whole` rows have all of their long texts: others have excerpts of those that
 * the list shows, and the names of what was cut. `columns` are those that it shows besides its own.
 */
export function rowShape(
  ctx: TableContext,
  caller: Caller,
  model: Model,
  whole: boolean,
  columns: readonly string[] = [],
): RowShape {
  const listed = [...(model.definition.list?.columns ?? []), ...columns];
  const shown = new Set<string>([model.title, ...listed]);
  const fields = readableFields(caller, model).filter(({ name, kind }) => whole || !kind.long || shown.has(name));
  const own = fields
    .filter(({ column, sql: expression }) => column ?? expression)
    .map((field) => selectedColumn({ field, alias: main, language: caller.language }, field.name, whole));
  const scope = scopeOf(ctx, caller);
  const related = relatedColumns(ctx, scope, caller, model, fields, listed, whole);
  const names = new Set(own.map(({ field }) => field.name));
  // Our own code knows columns by their names.
  const aliases = caller.realm === 'system' ? [] : [...model.aliases].filter(([, name]) => names.has(name));
  const selected = [own, ...related.map((relation) => relation.columns)].flat();
  return {
    columns: selected.map(({ value, as }) => sql`${value} AS ${sql.id(as)}`),
    hasLongTexts: selected.some(({ excerpt }) => excerpt !== undefined),
    joins: scope.joins,
    pairs: fields.filter(({ kind }) => kind.relation === 'many'),
    load(raw) {
      const row = loadColumns(own, raw);
      for (const [alias, name] of aliases) row[alias] = row[name];
      for (const relation of related) row[relatedKeyOf(relation.via)!] = relatedObject(relation, raw);
      return row;
    },
  };
}

interface Related {
  readonly via: ModelField;
  readonly columns: readonly SelectedColumn[];
}

function relatedColumns(
  { models }: TableContext,
  scope: JoiningScope,
  caller: Caller,
  model: Model,
  fields: readonly ModelField[],
  shown: readonly string[],
  whole: boolean,
): Related[] {
  return (
    fields
      // A tree shows parents by where rows stand.
      .filter(
        ({ name, kind }) => kind.relation === 'one' || (kind.relation === 'parent' && (whole || shown.includes(name))),
      )
      .map((via, place) => {
        const other = models.get(via.to!)!;
        const listed = shown
          .filter((path) => path.startsWith(`${via.relation}.`))
          .map((path) => path.slice(via.relation.length + 1));
        const names = [...new Set(['id', other.title, ...listed])].filter((name) =>
          mayRead(caller, other, other.fields.get(name)!),
        );
        return {
          via,
          columns: names.map((name, at) =>
            selectedColumn(
              referenceIn(scope, placeFor(models, caller, model, `${relationName(via)}.${name}`)),
              `r${place}_${at}`,
              whole,
            ),
          ),
        };
      })
  );
}

/** Null when there is no related row, or none that the caller may see. */
function relatedObject(
  { via, columns }: Related,
  raw: Readonly<Record<string, SqlValue>>,
): Record<string, unknown> | null {
  const id = columns.find(({ field }) => field.name === 'id');
  return !id || raw[id.as] === null || raw[via.name] === null ? null : loadColumns(columns, raw);
}
