import { sql } from 'kysely';
import {
  defaultLanguage,
  Invalid,
  languages,
  Problem,
  settingsModel,
  settingsPath,
  settingsTestForm,
  type AnyRow,
  type Caller,
  type Json,
  type Model,
  type SettingsGroup,
  type SettingsName,
  type SettingsOf,
} from '#resource';
import type { ValueWatcher } from '#plugin';
import type { Database } from '../database/database.ts';
import { pluginOwner } from '../fence/owner.ts';
import { StateCache } from '../database/stateCache.ts';
import type { Gate } from '../table/gate.ts';
import { unknownFields, type Body } from '../table/write/body.ts';
import { visible } from '../table/write/changes.ts';
import type { StoredRow } from '../table/write/stored.ts';
import type { RowListener } from '../table/write/transaction.ts';
import { groupStore } from './groupStore.ts';
import type { Sealer } from '../shared/sealer.ts';
import { settingFields, settingTable, storedGroup, type RawGroup } from './storedGroup.ts';

/** Milliseconds for which requests that have nothing to do with settings go by what was last seen. */
const patience = 1000;

/** A group and the table of one row that it is to inputs and validation. */
export interface Group {
  readonly group: SettingsGroup;
  readonly model: Model;
  /** What its test asks for. */
  readonly testForm: Model | undefined;
}

/** What the browser needs to start (specification §3); nothing in it is secret. */
export type SiteConfig = Readonly<Record<string, Json>>;

/** A group, and the plugin that brings it. */
export interface DeclaredGroup {
  readonly plugin?: string;
  readonly group: SettingsGroup;
}

/** All settings at one moment. */
export interface Snapshot {
  readonly rows: ReadonlyMap<string, StoredRow>;
  readonly site: SiteConfig;
}

export interface SettingsStoreParts {
  readonly database: Database;
  readonly gate: Pick<Gate, 'editIn'>;
  readonly groups: readonly Group[];
  readonly sealer: Sealer;
  readonly watchers: readonly ValueWatcher[];
  warn(message: string): void;
  /** Called with every change, in its transaction. */
  readonly written: RowListener;
  /** Called with every new state, before anybody is answered by it. */
  changed(snapshot: Snapshot): void;
}

/** The site's settings, remembered while nobody has changed one on any instance. */
export class SettingsStore {
  readonly groups: readonly Group[];
  readonly #parts: SettingsStoreParts;
  readonly #cache = new StateCache(() => this.#read());
  #last: Snapshot | undefined;
  #looked = -Infinity;
  /** Reads that began, and the latest of them that has ended: an earlier one that ends after it tells nothing new. */
  #begun = 0;
  #ended = 0;

  constructor(parts: SettingsStoreParts) {
    this.#parts = parts;
    this.groups = parts.groups;
  }

  /** As they are now. */
  async current(): Promise<Snapshot> {
    // Before the question: while the database does not answer, those who need not know do not wait with the first.
    this.#looked = performance.now();
    return this.#cache.at(await this.#parts.database.stateOf([settingTable]));
  }

  /** What everybody may know: as it is now, and while the database does not answer as it was last. */
  async site(): Promise<SiteConfig> {
    try {
      return (await this.current()).site;
    } catch (error) {
      if (this.#last) return this.#last.site;
      throw error;
    }
  }

  /** As they were at most a second ago, and on this instance as they are now: asks PostgreSQL once a second only. */
  async recent(): Promise<Snapshot> {
    const isOld = this.#parts.database.dialect === 'sqlite' || performance.now() - this.#looked > patience;
    return isOld || !this.#cache.last ? this.current() : this.#cache.last;
  }

  /** The values of one group, secrets included: for our own code only. */
  async values<N extends SettingsName>(name: N): Promise<SettingsOf<N>> {
    const row = (await this.current()).rows.get(name);
    if (!row) throw new Error(`There is no group of settings "${name}".`);
    return row.values as SettingsOf<N>;
  }

  /**
   * Changes settings of the one group that the body names fields of. Empty secrets stay as they are, null takes them away.
   * Fields that others have changed since `body.version` are a `Problem` with `Code.stale`, as for rows. Who may not read
   * settings gets no row. `unset` names the secrets that hold nothing then.
   */
  async edit(given: Caller, body: Body): Promise<{ row: AnyRow | null; unset?: string[] }> {
    const { gate, sealer, written, watchers } = this.#parts;
    const { group, model } = this.#groupOf(body);
    const stored = async (): Promise<StoredRow> => (await this.current()).rows.get(model.name)!;
    const seen = async (caller: Caller): Promise<AnyRow | null> => rowFor(caller, model, await stored());
    const store = groupStore(group, sealer, written, watchers);
    const row = await gate.editIn(store, given, model, withoutEmptySecrets(model, body), seen);
    return { row, ...(row && { unset: unsetSecrets(model, await stored()) }) };
  }

  /** The group as it would be with these changes, secrets included; refused like an edit, but nothing is written. */
  async preview(given: Caller, { group, model }: Group, body: Body): Promise<Readonly<Record<string, unknown>>> {
    const { gate, sealer } = this.#parts;
    const store = groupStore(group, sealer, async () => {}, []);
    let values: Readonly<Record<string, unknown>> = {};
    const reading: typeof store = {
      ...store,
      async load(...input) {
        const row = await store.load(...input);
        values = row.values;
        return row;
      },
      check(caller, of, change) {
        store.check(caller, of, change);
        values = change.next;
      },
      write: async () => {},
    };
    await gate.editIn(reading, given, model, withoutEmptySecrets(model, body), async () => null);
    return values;
  }

  #groupOf(body: Body): Group {
    const group = this.groups.find(({ model }) => settingFields(model).some(({ name }) => Object.hasOwn(body, name)));
    if (group) return group;
    const names = Object.keys(body).filter((name) => name !== 'id' && name !== 'version');
    throw names.length > 0 ? new Invalid(unknownFields(names)) : new Problem('config:nothing');
  }

  async #read(): Promise<Snapshot> {
    const { database, sealer, warn } = this.#parts;
    const turn = (this.#begun += 1);
    const { rows: found } = await sql<RawGroup>`SELECT * FROM ${sql.table(settingTable)}`.execute(database.read);
    const lost = (field: string): void =>
      warn(`The setting ${field} cannot be read any more, so it is as if it had never been set.`);
    const rows = new Map(
      this.groups.map(({ model }) => [
        model.name,
        storedGroup(
          model,
          found.find(({ name }) => name === model.name),
          sealer,
          lost,
        ),
      ]),
    );
    const snapshot = { rows, site: siteOf(this.groups, rows) };
    if (turn < this.#ended) return snapshot;
    this.#ended = turn;
    this.#last = snapshot;
    this.#parts.changed(snapshot);
    return snapshot;
  }
}

/** Groups whose declaration holds, and a sentence for each other; names are unique over all groups, since an edit is flat. */
export function groupsOf(declared: readonly DeclaredGroup[]): { groups: Group[]; faults: string[] } {
  const groups: Group[] = [];
  const faults: string[] = [];
  for (const { plugin, group } of declared) {
    try {
      const model = settingsModel(group);
      const taken = groups.find((other) => other.model.name === model.name)
        ? model.name
        : settingFields(model).find(({ name }) => groups.some((other) => other.model.fields.has(name)))?.name;
      if (taken !== undefined) throw new Error(`There is a setting or group "${taken}" already; choose another name.`);
      groups.push({ group, model, testForm: settingsTestForm(group) });
    } catch (error) {
      faults.push(`${plugin ? `${pluginOwner(plugin)}: s` : 'S'}ettings "${group.name}": ${(error as Error).message}`);
    }
  }
  return { groups, faults };
}

/** A group as callers get it: one row without secrets. */
export const rowOf = (model: Model, { values }: StoredRow): AnyRow => visible(model, values) as AnyRow;

/** Names of its secrets that hold nothing. */
export const unsetSecrets = (model: Model, { values }: StoredRow): string[] =>
  settingFields(model)
    .filter(({ name, secret }) => secret && (values[name] ?? '') === '')
    .map(({ name }) => name);

const rowFor = (caller: Caller, model: Model, row: StoredRow): AnyRow | null =>
  caller.may(`${settingsPath}/index`) ? rowOf(model, row) : null;

const withoutEmptySecrets = (model: Model, body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => !(model.fields.get(name)?.secret && typeof value === 'string' && value.trim() === ''),
    ),
  );

/** The product's own groups come first in the list and have the last word here. */
function siteOf(groups: readonly Group[], rows: ReadonlyMap<string, StoredRow>): SiteConfig {
  const parts = groups.map(
    ({ group, model }) => group.definition.site?.(rowOf(model, rows.get(model.name)!) as never) ?? {},
  );
  return {
    ...(Object.assign({}, ...parts.toReversed()) as SiteConfig),
    defaultLang: defaultLanguage,
    fallbackLang: defaultLanguage,
    langArray: [...languages],
  };
}
