import { expect, it } from 'vitest';
import type { FieldManifest } from '#resource';
import { shortLabels } from '../../src/web/table/shortLabels.ts';

const field = (name: string, label: string, relation?: object): FieldManifest =>
  ({ name, label, ...(relation && { relation }) }) as FieldManifest;
const labelsOf = (...fields: readonly FieldManifest[]): readonly string[] => [...shortLabels(fields).values()];

it('calls a related record by its own name, without what leads to it', () => {
  expect(
    labelsOf(
      field('street_id', 'Town', {}),
      field('street.area_id', 'Town · District', {}),
      field('street.area.city.name', 'Town · District · City'),
    ),
  ).toEqual(['Town', 'District', 'City']);
});

it('says whose value it is, and which of two records that are called the same', () => {
  expect(
    labelsOf(
      field('email', 'Email'),
      field('customer.email', 'Customer · Email'),
      field('from.city_id', 'From · City', {}),
      field('to.city_id', 'To · City', {}),
      field('shop.owner_id', 'Shop · Owner', {}),
      field('owner_id', 'Owner', {}),
    ),
  ).toEqual(['Email', 'Customer · Email', 'From · City', 'To · City', 'Shop · Owner', 'Owner']);
});
