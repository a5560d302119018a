import {
  accept,
  holdsSeveral,
  refuse,
  type AnyKind,
  type Bound,
  type FieldOptions,
  type Json,
  type Parsed,
  type SqlValue,
  type Words,
} from './field.ts';
import { commonOptions } from './fieldOptions.ts';
import { isEmpty } from './isEmpty.ts';
import type { Label } from './label.ts';
import type { Operator } from './operators.ts';

/**
 * Validates one value, on the server and in the browser alike: first emptiness and `required`, then the kind's own rule.
 * An empty value that is allowed becomes the field's default when it was left out, else the kind's `empty`, or null.
 */
export function parseField(kind: AnyKind, options: FieldOptions, input: unknown): Parsed<unknown> {
  if (!saysNothing(kind, input)) return kind.parse(input, options);
  if (input === undefined && options.default !== undefined) return accept(options.default);
  const needsSome = options.required === true && (kind.empty === undefined || holdsSeveral(kind));
  if (needsSome) return refuse(kind.requiredMessage ?? 'validate:required');
  // A row that need not say the value cannot say "nothing" either: its type has no null.
  return accept(kind.empty ?? options.default ?? null);
}

const saysNothing = (kind: AnyKind, input: unknown): boolean =>
  (kind.isEmpty ?? isEmpty)(input) || (holdsSeveral(kind) && Array.isArray(input) && input.length === 0);

/** A value of the wire as its column holds it. */
export function storeValue(kind: AnyKind, options: FieldOptions, value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  // Without `store` the kind's values are what columns hold.
  return kind.store ? kind.store(value, options) : (value as SqlValue);
}

/** What a column holds as a value of the wire. */
export function loadValue(kind: AnyKind, options: FieldOptions, value: SqlValue): unknown {
  if (value === null) return kind.empty ?? null;
  return kind.load ? kind.load(value, options) : value;
}

/** A value of the wire as text for people, such as a file of rows; nothing for none. */
export function textOfValue(kind: AnyKind, options: FieldOptions, value: unknown, words: Words): string {
  if (value === null || value === undefined) return '';
  if (kind.text) return kind.text(value, options, words);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One operand of a filter as what the column is compared with; for `RANGE` one end at a time. */
export function parseOperand(
  kind: AnyKind,
  options: FieldOptions,
  input: unknown,
  operator: Operator,
  bound?: Bound,
): Parsed<SqlValue> {
  if (kind.operand) return kind.operand(input, options, operator, bound);
  const parsed = kind.parse(input, options);
  return 'refused' in parsed ? parsed : accept(storeValue(kind, options, parsed.value));
}

/** Options that a manifest carries apart from the kind's own, or not at all. */
const apart: ReadonlySet<string> = new Set<string>([...commonOptions, 'to', 'onDelete', 'translated']);

/** The options of the kind itself, in one language: what the browser needs to validate and to draw. */
export function describeOptions(
  kind: AnyKind,
  options: FieldOptions,
  text: (label: Label) => string,
): Record<string, Json> {
  const described: object = kind.describe ? kind.describe(options, text) : options;
  return Object.fromEntries(
    Object.entries(described).filter(([key, value]) => !apart.has(key) && value !== undefined),
  ) as Record<string, Json>;
}
