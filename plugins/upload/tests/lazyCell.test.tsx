import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '#component';
import type { CellProps } from '#web';
import { lazyCell } from '../web/cells/lazyCell.tsx';

it.each([
  [null, 0],
  ['', 0],
  [[], 0],
  ['/kept/one.png', 1],
  [['', '/kept/one.png'], 1],
])('fetches nothing where there is no file: %j', async (value, fetched) => {
  let asked = 0;
  const Cell = lazyCell(() => {
    asked += 1;
    return new Promise(() => {});
  }, 36);
  const props = { field: { name: 'cover', kind: 'image' }, row: { id: 1 }, value } as unknown as CellProps;
  await draw(<Cell {...props} />);
  const place = page.css(fetched === 0 ? '.cell-empty' : '.skeleton');
  await expect.element(place).toBeVisible();
  expect(asked).toBe(fetched);
  if (fetched > 0) expect(place.element().getBoundingClientRect().height).toBe(36);
});
