import type { Page } from 'playwright-core';

/** Stops scripts of the page at its door, all of them unless told which; gives what lets them in. */
export async function holdCode(page: Page, scripts = '*'): Promise<() => void> {
  const door = Promise.withResolvers<void>();
  await page.route(`**/assets/${scripts}.js`, async (route) => {
    await door.promise;
    await route.continue();
  });
  return door.resolve;
}

/** Opens an address, whose code comes only when the answer is called. */
export async function openWithoutCode(page: Page, address: string): Promise<() => void> {
  const letIn = await holdCode(page);
  await page.goto(address, { waitUntil: 'commit' });
  return letIn;
}
