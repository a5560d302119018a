import type { LRUCache } from 'lru-cache';
import type { Json, RealmName } from '#resource';
import type { AttributeSearch } from '#plugin';
import type { States } from '../database/database.ts';
import { StateCache } from '../database/stateCache.ts';
import { growingCache } from '../shared/growingCache.ts';
import { attributeValues, type AttributeValues } from './attributeValues.ts';
import type { Moment } from './currentRights.ts';
import type { Identity, Realm } from './realm.ts';

/** Accounts whose values are remembered, and milliseconds for which they are where one could not be found. */
const most = 20_000;
const patience = 5000;

/** One attribute; `find` is fenced, and has named what it rejects with. */
export interface Attribute {
  readonly name: string;
  readonly realms: readonly string[];
  readonly tables: readonly string[];
  find(search: AttributeSearch, isWriting: boolean): Promise<Json>;
}

export interface AttributeParts {
  readonly attributes: readonly Attribute[];
  rowsAt(name: string, moment: Moment | undefined): ReturnType<AttributeSearch['rows']>;
}

interface Found {
  readonly values: AttributeValues;
  /** All of them, as text. */
  readonly decides: string;
  readonly hasFailed: boolean;
}

/** What callers have who are nobody: null for each. */
export const noAttributes = (attributes: readonly Attribute[]): AttributeValues =>
  attributeValues(Object.fromEntries(attributes.map(({ name }) => [name, null])));

/** The realm with what plugins know of its people, found once while nothing changes that decides about it. */
export function withAttributes(realm: Realm, { attributes, rowsAt }: AttributeParts): Realm {
  const own = attributes.filter(({ realms }) => realms.includes(realm.name));
  if (own.length === 0) return realm;
  const nobodys = Object.fromEntries(attributes.map(({ name }) => [name, null]));
  const cache = new StateCache<LRUCache<number, Promise<Found>>, States>(() => growingCache(most));

  async function find(identity: Identity, moment: Moment | undefined): Promise<Found> {
    const values: Record<string, Json> = { ...nobodys };
    const failed = new Map<string, unknown>();
    const { id, username, super: isSuper, groups } = identity;
    const caller = { realm: realm.name as RealmName, id, username, super: isSuper, groups };
    // One query after the other: a transaction has one connection.
    for (const { name, tables, find: findOne } of own) {
      const rows = (table: string): ReturnType<AttributeSearch['rows']> => {
        if (tables.includes(table)) return rowsAt(table, moment);
        throw new Error(`the attribute "${name}" reads the table "${table}", which its "tables" do not name.`);
      };
      try {
        values[name] = await findOne({ caller, rows: rows as AttributeSearch['rows'] }, moment?.write !== undefined);
      } catch (error) {
        failed.set(name, error);
        delete values[name];
      }
    }
    const decides = JSON.stringify([own.map(({ name }) => values[name]), [...failed.keys()]]);
    return { values: attributeValues(values, failed), decides, hasFailed: failed.size > 0 };
  }

  /** What a transaction sees beside what is committed concerns nobody else. */
  function remembered(identity: Identity, moment: Moment | undefined): Promise<Found> {
    if (!moment || moment.write) return find(identity, moment);
    const known = cache.at(moment.states);
    const before = known.get(identity.id);
    if (before) return before;
    const found = find(identity, moment);
    known.set(identity.id, found);
    void found.then(({ hasFailed }) => {
      if (hasFailed && known.peek(identity.id) === found) known.set(identity.id, found, { ttl: patience });
    });
    return found;
  }

  return {
    ...realm,
    decisive: [...new Set([...realm.decisive, ...own.flatMap(({ tables }) => tables)])],
    async identityOf(id, moment) {
      const identity = await realm.identityOf(id, moment);
      if (!identity) return undefined;
      const { values, decides, hasFailed } = await remembered(identity, moment);
      return {
        ...identity,
        attributes: values,
        isPassing: hasFailed,
        decides: () => `${identity.decides()} ${decides}`,
      };
    },
  };
}
