import type { Page } from 'playwright-core';

/** Waits until nothing on the page moves, nor is about to: what is to come or to go has done so. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    // Between two of its classes a thing that comes or goes has no animation for a frame.
    for (let frame = 0; frame < 3; frame += 1) {
      if (document.getAnimations().some(({ playState }) => playState === 'running')) return false;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return true;
  });
}
