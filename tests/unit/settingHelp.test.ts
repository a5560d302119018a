import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ServerPlugin } from '#plugin';
import { languages, type SettingsGroup } from '#resource';
import { basicsGroup } from '../../src/server/settings/basics.ts';
import { mailGroup } from '../../src/server/settings/mail.ts';
import { root } from '../support/testApp.ts';

/** Whose names say all there is to say. */
const plain = ['bucket_name', 'chat_longest_text'];

it('says of every setting in each language what it does', async () => {
  const halves = globSync('plugins/*/server.ts', { cwd: root }).map(
    (file) => import(join(root, file)) as Promise<{ readonly default: ServerPlugin }>,
  );
  const ofPlugins = (await Promise.all(halves)).flatMap((half) => half.default.settings ?? []);
  const groups: readonly SettingsGroup[] = [basicsGroup({ version: '1', timeZone: 'UTC' }), mailGroup, ...ofPlugins];
  const silent = groups.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { options }]) => {
      const { help } = options as { readonly help?: Readonly<Record<string, string>> };
      return languages.filter((language) => !help?.[language]).map(() => name);
    }),
  );
  expect(groups.length).toBeGreaterThan(7);
  expect([...new Set(silent)].toSorted()).toEqual(plain);
});
