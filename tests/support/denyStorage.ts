import type { Page } from 'playwright-core';

/** From its next load on, the page may store nothing: as where cookies of all kinds are blocked. */
export const denyStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
