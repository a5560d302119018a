import type { Caller, ExtensionDefinition, FieldMap, Hooks, ResourceDefinition } from '#resource';

/** Functions of a table or of an extension. */
export type Rules = Pick<ExtensionDefinition<FieldMap, FieldMap>, 'hooks' | 'rows' | 'access'>;
type Definition = ResourceDefinition<FieldMap>;
type RowRule = NonNullable<NonNullable<Rules['rows']>['read']>;
type FieldRules = NonNullable<NonNullable<Rules['access']>[string]>;

/** The table's own with those of an extension: hooks one after the other, rules as far as both allow it. */
export function joinRules(own: Definition, added: Rules): Definition {
  return {
    ...own,
    ...(added.hooks && { hooks: joinHooks(own.hooks ?? {}, added.hooks) }),
    ...(added.rows && { rows: joinRows(own.rows, added.rows) }),
    ...(added.access && { access: joinAccess(own.access ?? {}, added.access) }),
  };
}

type AnyHook = (change: never) => Promise<void> | void;

function joinHooks(own: Hooks<FieldMap>, added: Hooks<FieldMap>): Hooks<FieldMap> {
  const entries = Object.entries({ ...own, ...added }).map(([name, hook]) => {
    const first = own[name as keyof typeof own] as AnyHook | undefined;
    const second = added[name as keyof typeof added] as AnyHook | undefined;
    if (!first || !second) return [name, hook];
    const both: AnyHook = async (change) => {
      await first(change);
      await second(change);
    };
    return [name, both];
  });
  return Object.fromEntries(entries) as Hooks<FieldMap>;
}

function joinRows(own: Definition['rows'], added: NonNullable<Rules['rows']>): NonNullable<Definition['rows']> {
  const write = both(own?.write, added.write);
  // Without a rule of its own, adding follows those for reading and writing.
  const adding = (rules: NonNullable<Rules['rows']>): RowRule | undefined => rules.add ?? both(rules.read, rules.write);
  const add = own?.add || added.add ? both(adding(own ?? {}), adding(added)) : undefined;
  return { read: both(own?.read, added.read) ?? (() => true), ...(write && { write }), ...(add && { add }) };
}

function both(one: RowRule | undefined, other: RowRule | undefined): RowRule | undefined {
  if (!one || !other) return one ?? other;
  return (caller: Caller) => {
    const [first, second] = [one(caller), other(caller)];
    if (first === false || second === false) return false;
    if (first === true || second === true) return first === true ? second : first;
    return { and: [first, second] };
  };
}

function joinAccess(
  own: NonNullable<Rules['access']>,
  added: NonNullable<Rules['access']>,
): NonNullable<Rules['access']> {
  const all = own as Readonly<Record<string, FieldRules | undefined>>;
  const entries = Object.entries<FieldRules | undefined>(added).map(([name, rules]) => {
    const read = allow(all[name]?.read, rules?.read);
    const write = allow(all[name]?.write, rules?.write);
    return [name, { ...(read && { read }), ...(write && { write }) }];
  });
  return { ...own, ...Object.fromEntries(entries) };
}

type Allows = (caller: Caller) => boolean;
const allow = (one: Allows | undefined, other: Allows | undefined): Allows | undefined =>
  one && other ? (caller) => one(caller) && other(caller) : (one ?? other);
