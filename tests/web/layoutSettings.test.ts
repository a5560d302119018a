import { afterAll, beforeAll, expect, it, vi } from 'vitest';

type Settings = typeof import('../../src/web/settings/layoutSettings.ts');
let settings: Settings;
let stored = '';
const system = Object.assign(new EventTarget(), { matches: false });
const turn = (isDark: boolean): void => {
  system.matches = isDark;
  system.dispatchEvent(Object.assign(new Event('change'), { matches: isDark }));
};
beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => system);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: (_: string, text: string) => (stored = text) });
  settings = await import('../../src/web/settings/layoutSettings.ts');
});
afterAll(() => vi.unstubAllGlobals());

const usual = () => ({
  ...settings.colors,
  showDrawer: false,
  shrink: false,
  layoutMode: 'Default' as const,
  mainAnimation: 'slide-right' as const,
  isDark: false,
  menuWidth: 190,
  menuDefaultIcon: 'fa fa-circle-o',
  menuCollapse: false,
  menuUniqueOpened: false,
  menuShowTopBar: true,
});

it('begins as the specification says', () => {
  settings.resetSettings();
  expect(JSON.parse(stored)).toEqual({ ...usual(), isDarkChosen: false });
});

it('goes by the system until somebody has chosen light or dark', () => {
  settings.resetSettings();
  settings.changeSettings({ shrink: true });
  expect(JSON.parse(stored)).toMatchObject({ shrink: true, isDarkChosen: false });
  turn(true);
  settings.changeSettings({ shrink: true });
  expect(JSON.parse(stored)).toMatchObject({ shrink: true, isDark: true, isDarkChosen: false });
  settings.changeSettings({ isDark: false });
  settings.changeSettings({ shrink: false });
  turn(false);
  turn(true);
  settings.changeSettings({ shrink: true });
  expect(JSON.parse(stored)).toMatchObject({ isDark: false, isDarkChosen: true });
  settings.resetSettings();
  expect(JSON.parse(stored)).toMatchObject({ isDark: true, isDarkChosen: false });
  turn(false);
});

it.each<[string, unknown]>([
  ['null', null],
  ['a list', []],
  ['a text', 'x'],
  ['a number', 7],
  [
    'wrong values',
    {
      isDark: 'yes',
      menuWidth: 9000,
      layoutMode: 'Double',
      mainAnimation: '../x',
      menuDefaultIcon: '"><script>',
      menuBackground: ['red', '#fff'],
      headerBarTabColor: '#ffffff',
      unknown: 1,
    },
  ],
  [
    'other wrong values',
    {
      isDark: 1,
      shrink: 'yes',
      menuWidth: -5,
      layoutMode: 1,
      mainAnimation: 'spin',
      menuDefaultIcon: '"><b>',
      menuCollapse: 'yes',
      menuUniqueOpened: 1,
      menuShowTopBar: 'no',
      menuBackground: ['red', '#ffffff'],
      menuColor: ['#ffffff'],
      menuActiveColor: '#ffffff',
      headerBarBackground: null,
      headerBarTabColor: { 0: '#000000' },
      headerBarTabActiveColor: ['#ffffff', '#ffffff', '#ffffff'],
    },
  ],
])('falls back to the defaults for %s', (_what, given) => {
  expect(settings.settingsFrom(given, usual())).toEqual(usual());
});

it('keeps what is sound beside what is not', () => {
  expect(settings.settingsFrom({ isDark: true, menuWidth: 'x', menuColor: ['#112233', '#445566'] }, usual())).toEqual({
    ...usual(),
    isDark: true,
    menuColor: ['#112233', '#445566'],
  });
});

it('gives the active tab the ground of its layout, unless somebody has chosen one', () => {
  const classic = settings.inLayout(usual(), 'Classic');
  expect(classic.headerBarTabActiveBackground).toEqual(['#f5f5f5', '#141414']);
  expect(settings.inLayout(classic, 'Default').headerBarTabActiveBackground).toEqual(['#ffffff', '#1d1e1f']);
  const chosen = { ...usual(), headerBarTabActiveBackground: ['#123456', '#1d1e1f'] as const };
  expect(settings.inLayout(chosen, 'Classic').headerBarTabActiveBackground).toEqual(['#123456', '#1d1e1f']);
});

it.each([
  [false, false, 190],
  [false, true, 64],
  [true, true, 0],
  [true, false, 190],
])('has a menu as wide as it should be (shrunk %s, folded %s: %i)', (shrink, menuCollapse, width) => {
  expect(settings.menuWidthOf({ ...usual(), shrink, menuCollapse })).toBe(width);
});
