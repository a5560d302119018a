import { f, table, type AnyField, type Resource } from '#resource';

const traits = { history: true } as const;
const shelf = table('shelf', { name: f.text() }).resource();

/** Tables with rows to be converted, and what they become: another name, other kinds, a function of the file. */
export const conversionBefore: readonly Resource[] = [
  shelf,
  table('book', {
    title: f.text({ search: true }),
    price: f.int({ index: true }),
    grade: f.decimal({ scale: 1 }),
    shelf_ids: f.belongsToMany('shelf'),
  }).resource({ traits }),
];
export const conversionAfter: readonly Resource[] = [
  shelf,
  table(
    'volume',
    {
      name: f.text({ renamedFrom: 'title', search: true }),
      price: f.money({ index: true, convert: (cents: number) => (cents / 100).toFixed(2) }),
      grade: f.text(),
      shelf_ids: f.belongsToMany('shelf') as AnyField,
    },
    { renamedFrom: 'book' },
  ).resource({ traits }),
];
