import {
  conditionsIn,
  Invalid,
  isEmpty,
  isShown,
  parseField,
  Problem,
  relatedKeyOf,
  textShown,
  type Caller,
  type Message,
  type Model,
  type ModelField,
} from '#resource';
import { isKeptByItself, mayRead, mayWrite } from '../fieldAccess.ts';
import { cleaned } from './cleaned.ts';
import { tooLongForIndex } from './indexedTexts.ts';

export type Body = Readonly<Record<string, unknown>>;
type Errors = Record<string, Message>;
/** Unknown fields that a refusal names: a body may have as many as fit into it. */
const mostUnknown = 10;
const longestName = 60;

/** What a body wants written: values in wire format by field. */
export interface Wanted {
  readonly values: Record<string, unknown>;
  /** New passwords in clear, by field; their hashes are made before the transaction. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * Checks a body against the fields' own rules and what the caller may write. `prev` is the row as it is, or undefined for
 * a new one, where every field is checked. Throws `Invalid` that names every wrong field; unknown ones too.
 */
export function readBody(caller: Caller, model: Model, given: Body, prev: Body | undefined): Wanted {
  // Without a prototype, so that a key such as `__proto__` is refused like any other.
  const errors = Object.create(null) as Errors;
  const body = inOwnNames(caller, model, given, prev, errors);
  const beside = namesBeside(caller, model);
  const names = Object.keys(body).filter((name) => !beside.has(name) && !isPassedOver(caller, model, name));
  Object.assign(errors, unknownFields(names.filter((name) => !isKnown(caller, model, name))));
  for (const name of names.filter((each) => isKnown(caller, model, each))) {
    if (isRefused(caller, model, name, body, prev)) errors[name] = { key: 'validate:notWritable' };
  }
  const values: Record<string, unknown> = {};
  for (const field of model.fields.values()) {
    // What only the server sets has its default from the column.
    const isNeeded = Object.hasOwn(body, field.name) || (!prev && !field.readonly);
    if (!isNeeded || !mayWrite(caller, model, field)) continue;
    const parsed = parseField(field.kind, { ...field.options, required: false }, inputOf(caller, body, field, prev));
    const kept = 'value' in parsed ? keptOf(field, parsed.value) : parsed;
    const refused = 'refused' in kept ? kept.refused : tooLongNow(model, field.name, kept.value, prev);
    if (refused) errors[field.name] = refused;
    else if ('value' in kept) values[field.name] = kept.value;
  }
  Object.assign(errors, missing(caller, model, values, body, prev, errors));
  if (Object.keys(errors).length > 0) throw new Invalid(inOrder(model, errors));
  return withoutSecrets(model, values, prev);
}

/** What stands there already may stay. */
const tooLongNow = (model: Model, name: string, value: unknown, prev: Body | undefined): Message | undefined =>
  prev && prev[name] === value ? undefined : tooLongForIndex(model, name, value);

/** What is stored of a value: of HTML, what cannot run. */
function keptOf({ kind }: ModelField, value: unknown): { readonly value: unknown } | { readonly refused: Message } {
  if (!kind.sanitized || typeof value !== 'string') return { value };
  try {
    return { value: cleaned(value) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { refused: { key: error.key, params: error.params } };
  }
}

/**
 * The body by our names of fields. Of a row that comes back whole, and so under both names of a field, the value counts that
 * was changed; when both were, and differ, neither is believed.
 */
function inOwnNames(caller: Caller, model: Model, given: Body, prev: Body | undefined, errors: Errors): Body {
  if (caller.realm === 'system' || model.aliases.size === 0) return given;
  const body: Record<string, unknown> = Object.assign(Object.create(null), given);
  for (const [alias, name] of model.aliases) {
    if (!Object.hasOwn(given, alias) || isPassedOver(caller, model, name) || !isKnown(caller, model, name)) continue;
    delete body[alias];
    const { empty, relation } = model.fields.get(name)!.kind;
    const isPart = (one: unknown, other: unknown): boolean => relation === 'many' && isPartOf(one, other);
    const isSame = (one: unknown, other: unknown): boolean =>
      isAlike(one, other) || (isPart(one, other) && isPart(other, one));
    const isKept = (value: unknown): boolean =>
      prev ? isSame(value, prev[name]) : isEmpty(value) || isSame(value, empty);
    // Of what is related, a caller may have been shown a part.
    const isOfKept = (value: unknown, other: unknown): boolean =>
      isKept(value) || (!isKept(other) && isPart(value, prev?.[name]) && !isPart(other, prev?.[name]));
    if (!Object.hasOwn(given, name) || isOfKept(given[name], given[alias])) body[name] = given[alias];
    else if (!isOfKept(given[alias], given[name]) && !isSame(given[alias], given[name]))
      errors[name] = { key: 'validate:twoNames', params: { name, alias } };
  }
  return body;
}

const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Ids may be written as text. */
function isPartOf(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  const texts = new Set(other.map(String));
  return one.every((each) => texts.has(String(each)));
}

/** As the file declares the fields, so that whoever is told of a few is told of the first; then what is no field. */
function inOrder({ fields }: Model, errors: Errors): Errors {
  const names = [...fields.keys()].filter((name) => name in errors);
  return Object.fromEntries([
    ...names.map((name) => [name, errors[name]!] as const),
    ...Object.entries(errors).filter(([name]) => !fields.has(name)),
  ]);
}

/** A text that comes back as the caller was shown it stays what it is in every language. */
function inputOf({ language }: Caller, body: Body, { name, options }: ModelField, prev: Body | undefined): unknown {
  const input = Object.hasOwn(body, name) ? body[name] : undefined;
  return prev && input !== undefined && input === textShown(name, options, prev, language) ? prev[name] : input;
}

/** Clients send whole rows back: what the server put beside the fields is not an input. */
function namesBeside(caller: Caller, model: Model): ReadonlySet<string | undefined> {
  const { fields, traits } = model;
  const related = [...fields.values()].map(relatedKeyOf);
  const aliases = [...model.aliases].flatMap(([alias, name]) =>
    name.includes('.') || isPassedOver(caller, model, name) ? alias : [],
  );
  return new Set([...related, ...aliases, ...(traits.has('tree') ? ['children'] : [])]);
}

/** Nor is what it set itself. */
function isPassedOver(caller: Caller, model: Model, name: string): boolean {
  const field = model.fields.get(name);
  if (!field) return false;
  return caller.realm === 'system' ? isKeptByItself(field) : field.readonly && mayRead(caller, model, field);
}

/** A field that the caller may not read answers like one that does not exist. */
function isKnown(caller: Caller, model: Model, name: string): boolean {
  const field = model.fields.get(name);
  return field !== undefined && (mayRead(caller, model, field) || (field.secret && mayWrite(caller, model, field)));
}

function isRefused(caller: Caller, model: Model, name: string, body: Body, prev: Body | undefined): boolean {
  if (mayWrite(caller, model, model.fields.get(name)!)) return false;
  return prev === undefined || !isAlike(prev[name], body[name]);
}

/** Refusals of names that nobody knows: of the first few, none of them long. */
export function unknownFields(names: readonly string[]): Errors {
  const shown = names.slice(0, mostUnknown).map((name) => name.slice(0, longestName));
  return Object.fromEntries(shown.map((field) => [field, { key: 'validate:unknownField', params: { field } }]));
}

/** Fields that must not be empty, among those that the form shows beside the values. */
function missing(
  caller: Caller,
  model: Model,
  values: Body,
  body: Body,
  prev: Body | undefined,
  errors: Errors,
): Errors {
  const next = { ...prev, ...values };
  const found: Errors = {};
  for (const field of model.fields.values()) {
    const { name, kind, options } = field;
    if (!options.required || name in errors || !mayWrite(caller, model, field) || !isShown(field, next)) continue;
    if (prev && !isConcerned(field, body, values)) continue;
    // The hash of a password is not here to look at; one that exists may stay.
    if (prev && kind.hashed) continue;
    const parsed = parseField(kind, options, kind.sanitized ? next[name] : (next[name] ?? undefined));
    if ('refused' in parsed) found[name] = parsed.refused;
  }
  return found;
}

/** An edit is asked about what it changes, and about fields that its changes bring into view. */
const isConcerned = ({ name, when }: ModelField, body: Body, values: Body): boolean =>
  Object.hasOwn(body, name) || (when !== undefined && conditionsIn(when).some(({ field }) => field in values));

/** Empty means: keep the password that is there. */
function withoutSecrets(model: Model, all: Record<string, unknown>, prev: Body | undefined): Wanted {
  const secrets: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(all)) {
    if (!model.fields.get(name)!.kind.hashed) values[name] = value;
    else if (typeof value === 'string' && value !== '') secrets[name] = value;
    else if (!prev) values[name] = null;
  }
  return { values, secrets };
}
