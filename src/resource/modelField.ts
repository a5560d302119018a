import { checkField } from './checkField.ts';
import { encryptedKind } from './encrypted.ts';
import { expressionOf, scaledParts, type ExpressionColumn, type SqlParts } from './expression/expression.ts';
import { holdsSeveral, type AnyField, type AnyKind, type Column, type FieldMap, type FieldOptions } from './field.ts';
import type { Json } from './json.ts';
import { int } from './fields/int.ts';
import { timestamp } from './fields/timestamp.ts';
import type { Filter } from './filter/filter.ts';
import { whenFilter } from './filter/shorthand.ts';
import type { Label } from './label.ts';
import { parseField } from './parseField.ts';
import { isObject, Misdeclared, shownValue } from './shape.ts';
import { together } from './together.ts';
import type { Trait } from './traits/trait.ts';

/** One field of a loaded resource with everything derived that its declaration leaves out. */
export interface ModelField {
  readonly name: string;
  readonly kind: AnyKind;
  /** As declared, `default` normalised to wire format. */
  readonly options: FieldOptions;
  /** Null for a virtual field. */
  readonly column: Column | null;
  /** What its column or its SQL gives; undefined for a field that has neither. */
  readonly type: Column['type'] | undefined;
  readonly label: Label | undefined;
  /** The other table, for kinds that are a relation. */
  readonly to: string | undefined;
  /** `category` for `category_id`; the field's own name otherwise. */
  readonly relation: string;
  /** Set by the server only. */
  readonly readonly: boolean;
  readonly secret: boolean;
  /** The SQL of a computed field, in the form in which columns of its kind hold values. */
  readonly sql: SqlParts | undefined;
  /** Options of plugins that the browser gets, by plugin. */
  readonly shownOptions?: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** When the form shows it; undefined: always. */
  readonly when: Filter | undefined;
}

const baseFields: Readonly<Record<string, AnyField>> = {
  version: int({ readonly: true, default: 1, filter: false, sort: false }),
  create_time: timestamp({ readonly: true }),
  update_time: timestamp({ readonly: true }),
};
const baseNames: readonly string[] = ['id', ...Object.keys(baseFields)];

/** The fields that the file of a table declares, in its order; throws what is wrong with each. */
export function ownFields(table: string, own: FieldMap): Map<string, ModelField> {
  if (!isObject(own)) throw new Error(`Table "${table}": its fields must be an object, such as { title: f.text() }.`);
  return new Map(
    together(
      ...Object.entries(own).map(
        ([name, each]) =>
          () =>
            ownField(table, name, each),
      ),
    ),
  );
}

function ownField(table: string, name: string, each: AnyField): [string, ModelField] {
  if (!isObject(each) || !isObject(each['kind']) || typeof each['kind']['kind'] !== 'string')
    throw new Misdeclared(`Field "${name}": it must be a field, such as f.text(), not ${shownValue(each)}.`, [
      `${name}:`,
    ]);
  if (baseNames.includes(name))
    throw new Error(`Field "${name}": every table has this column by itself; leave it out.`);
  return [name, modelField(table, name, each)];
}

/** All fields of a table: `id`, its own in the order of the file, then those of traits and the base columns. */
export function modelFields(
  table: string,
  own: ReadonlyMap<string, ModelField>,
  traits: readonly Trait[],
): Map<string, ModelField> {
  const added: Record<string, AnyField> = Object.assign({}, ...traits.map(({ fields }) => fields));
  together(...[...own.values()].map((each) => () => checkOfTrait(each, added[each.name]?.kind)));
  const byServer = (fields: FieldMap): [string, ModelField][] =>
    Object.entries(fields).map(([name, each]) => [name, own.get(name) ?? modelField(table, name, each)]);
  const plain = new Map([
    ...byServer({ id: int({ readonly: true }) }),
    ...own,
    ...byServer({ ...added, ...baseFields }),
  ]);
  return new Map(
    together(
      ...[...plain].map(([name, each]) => (): [string, ModelField] => [name, withWhen(withSql(each, plain), plain)]),
    ),
  );
}

function checkOfTrait({ name, kind }: ModelField, wanted: AnyKind | undefined): void {
  if (wanted && wanted !== (kind.encrypted?.plain ?? kind))
    throw new Error(
      `Field "${name}": the trait of this table needs it as f.${wanted.kind}(); leave it out or write that.`,
    );
}

function modelField(table: string, name: string, declared: AnyField): ModelField {
  const { kind: plain } = declared;
  const given = declared.options as FieldOptions & { to?: string };
  checkField(name, plain, given);
  const kind = given.encrypted ? encryptedKind(plain, `${table}.${name}`) : plain;
  // A parent is a row of the same table; the file need not say so.
  const options = withDefault(name, kind, kind.relation === 'parent' ? { ...given, to: table } : given);
  const column = declared.mode === 'virtual' ? null : kind.column(options);
  return {
    name,
    kind,
    options,
    column,
    type: column?.type,
    label: options.label,
    to: (options as { to?: string }).to,
    relation: kind.relation === 'one' ? name.replace(/_id$/, '') : name,
    readonly: options.readonly === true || kind.generated === true,
    secret: options.secret === true || kind.hashed === true,
    sql: undefined,
    when: undefined,
  };
}

/** A default is checked like any other value, once, and stands in wire format from then on. */
function withDefault(name: string, kind: AnyKind, options: FieldOptions): FieldOptions {
  if (options.default === undefined || options.default === null) return options;
  const { default: given, ...rest } = options;
  const parsed = parseField(kind, { ...rest, required: false }, given);
  if ('value' in parsed && parsed.value === null) {
    // A blank text is a text; no other kind has a value for nothing.
    if (kind.column(options)?.type === 'text' && typeof given === 'string' && kind.searchable) return options;
    throw new Error(`Field "${name}": the default ${shownValue(given)} says nothing; leave it out.`);
  }
  if ('refused' in parsed)
    throw new Error(
      `Field "${name}": its own rules refuse the default ${shownValue(options.default)} (${parsed.refused.key}).`,
    );
  return { ...options, default: parsed.value as NonNullable<FieldOptions['default']> };
}

function withWhen(field: ModelField, fields: ReadonlyMap<string, ModelField>): ModelField {
  const { when } = field.options;
  const isList = (name: string): boolean => fields.has(name) && holdsSeveral(fields.get(name)!.kind);
  return isObject(when) ? { ...field, when: whenFilter(when, isList) } : field;
}

function withSql(computed: ModelField, fields: ReadonlyMap<string, ModelField>): ModelField {
  const expression = computed.kind.expression?.(computed.options);
  if (!expression) return computed;
  const { sql, scale } = expression;
  try {
    const { type, parts } = expressionOf(sql, (name) => expressionColumn(fields.get(name)));
    const wanted = scale === 'text' ? 'text' : 'number';
    if (type !== wanted)
      throw new Error(
        `It gives a ${type}: ${type === 'text' ? "write scale: 'text'" : 'leave out scale, or say how many decimals'}.`,
      );
    return scale === 'text'
      ? { ...computed, sql: parts, type: 'text' }
      : { ...computed, sql: scaledParts(parts, scale), type: 'integer' };
  } catch (error) {
    throw new Error(`Field "${computed.name}": ${(error as Error).message} The expression is: ${sql}`);
  }
}

/** Lists, JSON, long texts and secrets are nothing to calculate with. */
function expressionColumn(field: ModelField | undefined): ExpressionColumn | undefined {
  if (!field?.column || field.secret || field.kind.sortable === false) return undefined;
  return field.column.type === 'text'
    ? { type: 'text' }
    : { type: 'number', scale: field.kind.scale?.(field.options) ?? 0 };
}
