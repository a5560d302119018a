import { afterEach, describe, expect, it, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { dateTimeText, timeZone } from '#resource';
import { loadSite } from '../../src/web/settings/site.ts';

const load = async (timeZone: string): Promise<void> => {
  await commands.answer('/config.json', [{ adds: { timeZone } }]);
  await loadSite();
};
// Files that come later in this page have the usual one.
afterEach(async () => {
  vi.restoreAllMocks();
  await commands.answer('/config.json', [{ adds: {} }]);
  await loadSite();
});

describe('the time zone of the site', () => {
  it.each([
    ['UTC', 'UTC', '1970-01-01 00:00:00'],
    ['Mars/Olympus', 'Asia/Shanghai', '1970-01-01 08:00:00'],
  ])('given as %s, is %s', async (given, name, text) => {
    await load(given);
    expect([timeZone(), dateTimeText(0)]).toEqual([name, text]);
  });

  it('is made when a date is first shown: the first formatter of a page takes long', async () => {
    const format = vi.spyOn(Intl, 'DateTimeFormat');
    await load('Europe/Berlin');
    expect(format).not.toHaveBeenCalled();
    expect(timeZone()).toBe('Europe/Berlin');
    expect(format).toHaveBeenCalledOnce();
  });
});
