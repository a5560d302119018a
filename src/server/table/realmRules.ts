import type { Caller, FieldMap, Model, RealmAccess, ResourceDefinition } from '#resource';

type Rules = Pick<ResourceDefinition<FieldMap>, 'rows' | 'access'>;

/** Which rows and fields of the table there are for callers of this realm. */
export function rulesFor({ realm }: Caller, model: Model): Rules {
  if (realm === 'admin' || realm === 'system' || model.isForm || model.definition.everyRealm) return model.definition;
  const realms: Readonly<Record<string, RealmAccess<FieldMap> | undefined>> = model.definition.realms ?? {};
  return compiled(model, Object.hasOwn(realms, realm) ? realms[realm]! : nothing);
}

/** What callers of this realm may do with the table. */
export const actionsFor = (realm: string, { definition }: Model): RealmAccess<FieldMap>['actions'] =>
  (definition.realms as Readonly<Record<string, RealmAccess<FieldMap>>> | undefined)?.[realm]?.actions ?? [];

/** Whose rows they are for callers of this realm: a field that holds the id of an account. */
export const ownerFor = ({ realm }: Caller, { definition }: Model): string | undefined =>
  (definition.realms as Readonly<Record<string, RealmAccess<FieldMap>>> | undefined)?.[realm]?.owner;

const nothing: RealmAccess<FieldMap> = { actions: [], read: [], rows: { read: () => false } };
const alwaysThere = new Set(['id', 'version', 'create_time', 'update_time']);
/** By the model too: one may be narrowed for choices (read.ts). */
const known = new WeakMap<Model, Map<RealmAccess<FieldMap>, Rules>>();

function compiled(model: Model, access: RealmAccess<FieldMap>): Rules {
  const ofModel = known.get(model) ?? new Map<RealmAccess<FieldMap>, Rules>();
  known.set(model, ofModel);
  const rules = ofModel.get(access) ?? { rows: rowsOf(access), access: fieldsOf(model, access) };
  ofModel.set(access, rules);
  return rules;
}

function rowsOf({ owner, rows }: RealmAccess<FieldMap>): NonNullable<Rules['rows']> {
  if (owner === undefined) return rows ?? { read: () => true };
  const read = rows?.read;
  return {
    ...rows,
    read: (caller) => {
      const other = read === undefined || read(caller);
      if (other === false) return false;
      const own = { [owner]: caller.id };
      return other === true ? own : ({ and: [own, other] } as never);
    },
  };
}

function fieldsOf(model: Model, { read, write = [] }: RealmAccess<FieldMap>): NonNullable<Rules['access']> {
  const no = (): boolean => false;
  return Object.fromEntries(
    [...model.fields.keys()].flatMap((name) => {
      if (!read.includes(name as never) && !alwaysThere.has(name)) return [[name, { read: no, write: no }]];
      return write.includes(name as never) ? [] : [[name, { write: no }]];
    }),
  );
}
