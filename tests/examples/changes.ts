import { f, table } from '#resource';

// Was table('item', …): rows, their history, lists of related rows and whatever refers to them go on under the new name.
const product = table(
  'product',
  {
    // Was `title`. Its values, index and history go on as `name`.
    name: f.text({ required: true, max: 120, renamedFrom: 'title' }),
    // Was f.int() with whole cents. Without the function 525 would mean 525 and become "525.00".
    price: f.money({ convert: (cents: number) => (cents / 100).toFixed(2) }),
    // Was f.decimal({ scale: 3 }). Decimals are cut only where the file says so.
    weight: f.decimal({ convert: (old: number) => Math.round(old * 100) / 100 }),
    // Was f.int(): a whole number is an amount as it is, so there is nothing to say.
    deposit: f.money(),
    // Had `draft` instead of `hidden`.
    status: f.enum(
      { hidden: 'Hidden', live: 'Live' },
      { default: 'hidden', convert: (old: string) => (old === 'draft' ? 'hidden' : old) },
    ),
  },
  { renamedFrom: 'item' },
);

export default product.resource({
  // Groups keep their rights to the page, people their saved views and columns, and its menu entry keeps its place, title and status.
  path: 'shop/product',
  movedFrom: 'shop/item',
  // Values that nobody needs any more.
  dropped: ['old_number'],
});
