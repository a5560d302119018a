import { expect, it } from 'vitest';
import { languages, type SettingsGroup } from '#resource';
import { basicsGroup } from '../../src/server/settings/basics.ts';
import { mailGroup } from '../../src/server/settings/mail.ts';
import { productPlugins } from '../support/product.ts';

/** Whose names say all there is to say. */
const plain = ['bucket_name', 'chat_longest_text'];

it('says of every setting in each language what it does', async () => {
  const ofPlugins = (await productPlugins()).flatMap(({ settings = [] }) => settings);
  const groups: readonly SettingsGroup[] = [basicsGroup({ version: '1', timeZone: 'UTC' }), mailGroup, ...ofPlugins];
  const silent = groups.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { options }]) => {
      const { help } = options as { readonly help?: Readonly<Record<string, string>> };
      return plain.includes(name) ? [] : languages.filter((language) => !help?.[language]).map(() => name);
    }),
  );
  expect(silent).toEqual([]);
});
