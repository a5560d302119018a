import { Refine } from '@refinedev/core';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FieldManifest } from '#resource';
import { providersOf } from '../../src/web/area/providers.ts';
import { AreaInput } from '../../src/web/fields/AreaInput.tsx';
import { adminRealm } from '../../src/web/realms/admin.ts';
import { RealmProvider } from '../../src/web/realms/RealmContext.ts';
import { draw } from '../support/component/office.tsx';
import { heard } from '../support/component/requests.ts';

const field: FieldManifest = {
  name: 'area',
  kind: 'area',
  label: 'Area',
  options: { level: 3 },
  required: false,
  default: null,
  readable: true,
  writable: true,
  sortable: false,
  operators: [],
};

it('offers the provinces in a realm whose people are no administrators', async () => {
  const shoppers = { ...adminRealm, name: 'shopper', base: '/shop', tokenHeader: 'x-shop', identityKey: 'shopperInfo' };
  await draw(
    <RealmProvider value={shoppers}>
      <Refine {...providersOf(shoppers)}>
        <AreaInput field={field} aria-label="Area" />
      </Refine>
    </RealmProvider>,
  );
  await page.getByRole('combobox', { name: 'Area' }).click();
  await expect.element(page.getByText('北京市')).toBeVisible();
  expect(heard('GET', 'ajax/area').map(({ path }) => path)).toEqual(['/api/ajax/area']);
});
