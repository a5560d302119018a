import { describe, expect, it } from 'vitest';
import { siteFrom } from '../../src/web/settings/site.ts';

const usual = siteFrom({});

describe('the settings of the site', () => {
  it.each([null, undefined, [], 'text', 4, true])('are the usual ones where %j is stored', (stored) =>
    expect(siteFrom(stored)).toEqual(usual),
  );

  it('are taken as they are given', () => {
    const given = {
      siteName: 'Ours',
      siteLogo: '/logo.png',
      recordNumber: 'R 1',
      version: 'v2',
      timeZone: 'Europe/Berlin',
      headNav: [{ title: 'Docs', url: '/docs' }],
      openMemberCenter: true,
    };
    expect(siteFrom(given)).toEqual(given);
  });

  it('have beside them what plugins tell of the site', () => {
    expect(siteFrom({ siteName: 'Ours', currency: 'EUR', shop: { open: true } })).toEqual({
      ...usual,
      siteName: 'Ours',
      currency: 'EUR',
      shop: { open: true },
    });
  });

  it('fall back one by one where they are corrupted', () => {
    expect(
      siteFrom({
        siteName: 'Ours',
        siteLogo: 3,
        recordNumber: null,
        version: {},
        timeZone: 8,
        headNav: 'x',
        openMemberCenter: 'yes',
      }),
    ).toEqual({ ...usual, siteName: 'Ours' });
  });

  it('have links that lead to pages, never to scripts', () => {
    const sound = [
      { title: 'A', url: 'https://a.example' },
      { title: 'B', url: '/b' },
    ];
    const bad = [
      { title: 'C', url: 'javascript:alert(1)' },
      { title: 'D', url: '//d.example' },
      { title: 5, url: '/e' },
      null,
      'f',
      { url: '/g' },
    ];
    expect(siteFrom({ headNav: [...bad, ...sound] }).headNav).toEqual(sound);
  });
});
