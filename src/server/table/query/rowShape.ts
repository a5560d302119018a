import { sql, type RawBuilder } from 'kysely';
import { loadValue, type Caller, type Model, type ModelField, type SqlValue } from '#resource';
import { mayRead, readableFields } from '../fieldAccess.ts';
import { main, referenceOf, valueSql, type Models, type Reference } from './reference.ts';

/** Kinds too long for a list that does not show them. */
const longKinds = new Set(['richText', 'json']);

/** What a query selects for one caller, and how its rows become wire format. */
export interface RowShape {
  readonly columns: readonly RawBuilder<unknown>[];
  /** Own fields whose tables must be joined. */
  readonly joins: ReadonlySet<ModelField>;
  /** belongsToMany fields: their ids are read by a query of their own. */
  readonly pairs: readonly ModelField[];
  load(raw: Readonly<Record<string, SqlValue>>): Record<string, unknown>;
}

/**
 * Own readable fields, and for each field that refers to another table an object with its id, what names it, and the
 * columns of it that the list shows. `whole` has long texts too.
 */
export function rowShape(models: Models, caller: Caller, model: Model, whole: boolean): RowShape {
  const shown = new Set<string>(model.definition.list?.columns ?? []);
  const fields = readableFields(caller, model).filter(
    ({ name, kind }) => whole || !longKinds.has(kind.kind) || shown.has(name),
  );
  const own = fields.filter(({ column, sql: expression }) => column ?? expression);
  const related = relatedColumns(models, caller, model, fields);
  return {
    columns: [
      ...own.map(
        (field) => sql`${valueSql({ field, alias: main, language: caller.language })} AS ${sql.id(field.name)}`,
      ),
      ...related.flatMap(({ columns }) =>
        columns.map(({ reference, as }) => sql`${valueSql(reference)} AS ${sql.id(as)}`),
      ),
    ],
    joins: new Set(related.map(({ via }) => via)),
    pairs: fields.filter(({ kind }) => kind.kind === 'belongsToMany'),
    load(raw) {
      const row: Record<string, unknown> = {};
      for (const { name, kind, options } of own) row[name] = loadValue(kind, options, raw[name]!);
      for (const relation of related) row[relation.via.relation] = relatedObject(relation, raw);
      return row;
    },
  };
}

interface Related {
  readonly via: ModelField;
  readonly columns: readonly { readonly reference: Reference; readonly as: string }[];
}

function relatedColumns(models: Models, caller: Caller, model: Model, fields: readonly ModelField[]): Related[] {
  return fields
    .filter(({ kind }) => kind.kind === 'belongsTo')
    .map((via, place) => {
      const other = models.get(via.to!)!;
      const listed = (model.definition.list?.columns ?? [])
        .filter((path) => path.startsWith(`${via.relation}.`))
        .map((path) => path.slice(via.relation.length + 1));
      const names = [...new Set(['id', other.title, ...listed])].filter((name) =>
        mayRead(caller, other, other.fields.get(name)!),
      );
      return {
        via,
        columns: names.map((name, at) => ({
          reference: referenceOf(models, caller, model, `${via.relation}.${name}`),
          as: `r${place}_${at}`,
        })),
      };
    });
}

/** Null when there is no related row, or none that the caller may see. */
function relatedObject(
  { via, columns }: Related,
  raw: Readonly<Record<string, SqlValue>>,
): Record<string, unknown> | null {
  const id = columns.find(({ reference }) => reference.field.name === 'id');
  if (!id || raw[id.as] === null || raw[via.name] === null) return null;
  return Object.fromEntries(
    columns.map(({ reference: { field }, as }) => [field.name, loadValue(field.kind, field.options, raw[as]!)]),
  );
}
