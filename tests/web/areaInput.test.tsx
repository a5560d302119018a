import { Refine } from '@refinedev/core';
import { useState, type ReactNode } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FieldManifest } from '#resource';
import { providersOf } from '../../src/web/area/providers.ts';
import { areaView } from '../../src/web/fields/area.tsx';
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

const shoppers = { ...adminRealm, name: 'shopper', base: '/shop', tokenHeader: 'x-shop', identityKey: 'shopperInfo' };

it('offers the provinces in a realm whose people are no administrators', async () => {
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

it('asks for each level once, however often it is chosen from', async () => {
  const Form = (): ReactNode => {
    const [value, setValue] = useState<unknown>(null);
    return <AreaInput field={field} aria-label="Area" value={value} onChange={setValue} />;
  };
  await draw(
    <RealmProvider value={shoppers}>
      <Refine {...providersOf(shoppers)}>
        <Form />
      </Refine>
    </RealmProvider>,
  );
  const option = (name: string) => page.getByTitle(name, { exact: true });
  await page.getByRole('combobox', { name: 'Area' }).click();
  await option('浙江省').click();
  await option('杭州市').click();
  await option('西湖区').click();
  await expect.element(page.getByTitle('浙江省 / 杭州市 / 西湖区')).toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Area' }).click();
  await option('宁波市').click();
  await option('海曙区').click();
  await expect.element(page.getByTitle('浙江省 / 宁波市 / 海曙区')).toBeInTheDocument();
  // The provinces may be known from before.
  const below = heard('GET', 'ajax/area').flatMap(({ query }) => (query.size > 0 ? [String(query)] : []));
  expect(below).toEqual(['province=33', 'province=33&city=3301', 'province=33&city=3302']);
});

it('shows places by their names, which all rows ask for together, and by their codes where there are none', async () => {
  const { Cell } = areaView;
  const shown = (...codes: readonly string[]) => (
    <p key={codes.join()}>
      <Cell field={field} value={codes} row={{ id: 1 }} />
    </p>
  );
  await draw(
    <RealmProvider value={shoppers}>
      <Refine {...providersOf(shoppers)}>
        {shown('44', '4403', '440305')}
        {shown('11')}
        {shown('99')}
        <Cell field={field} value={[]} row={{ id: 2 }} />
      </Refine>
    </RealmProvider>,
  );
  await expect.element(page.getByText('广东省 / 深圳市 / 南山区', { exact: true })).toBeVisible();
  await expect.element(page.getByText('北京市', { exact: true })).toBeVisible();
  await expect.element(page.getByText('99', { exact: true })).toBeVisible();
  const asked = heard('GET', 'ajax/area').flatMap(({ query }) => query.get('codes') ?? []);
  expect(asked.map((codes) => codes.split(',').toSorted().join())).toEqual(['11,44,4403,440305,99']);
});
