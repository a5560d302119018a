import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Sealer } from '../shared/sealer.ts';
import type { Network } from '../shared/addresses.ts';
import type { SiteTimeZone } from '../shared/siteTimeZone.ts';
import { addressList, isListed } from './addressList.ts';
import { basicsGroup } from './basics.ts';
import { mailGroup } from './mail.ts';
import {
  groupsOf,
  SettingsStore,
  type DeclaredGroup,
  type SettingsStoreParts,
  type Snapshot,
} from './settingsStore.ts';

export interface SettingsPlace {
  readonly config: Pick<Config, 'root' | 'timeZone'>;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly zone: SiteTimeZone;
  /** Groups of plugins. */
  readonly declared: readonly DeclaredGroup[];
  /** Told of the settings of their kinds. */
  readonly watchers: SettingsStoreParts['watchers'];
  warn(message: string): void;
  readonly gate: SettingsStoreParts['gate'];
  readonly written: SettingsStoreParts['written'];
  /** Called when somebody has changed a setting, on whatever instance. */
  changed(): void;
}

export interface OpenSettings {
  readonly store: SettingsStore;
  /** Groups that cannot be used, a sentence each. */
  readonly faults: readonly string[];
  /** Brings this instance up to date; whether whoever has this address may come in. */
  admits(ip: string): Promise<boolean>;
}

/** The product's own groups of settings and those of plugins; the time zone is what they say from now on. */
export async function openSettings({
  config,
  database,
  gate,
  sealer,
  zone,
  declared,
  watchers,
  warn,
  written,
  changed: tell,
}: SettingsPlace): Promise<OpenSettings> {
  const own = [basicsGroup({ version: versionIn(config.root), timeZone: config.timeZone }), mailGroup];
  const { groups, faults } = groupsOf([...own.map((group) => ({ group })), ...declared]);
  let refused: readonly Network[] = [];
  const changed = ({ rows }: Snapshot): void => {
    const { time_zone: chosen, no_access_ip: addresses } = rows.get('basics')!.values;
    zone.set(chosen as string);
    refused = addressList((addresses as string | null) ?? '');
    tell();
  };
  const store = new SettingsStore({ database, gate, groups, sealer, watchers, warn, written, changed });
  await store.current();
  return {
    store,
    faults,
    async admits(ip) {
      // Without the database the last known state holds; whoever needs more of it tells of the failure.
      await store.recent().catch(() => undefined);
      return refused.length === 0 || !isListed(refused, ip);
    },
  };
}

const versionIn = (root: string): string =>
  `v${(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version}`;
