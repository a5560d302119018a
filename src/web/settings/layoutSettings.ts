import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readStored, store } from './storage.ts';

export const layoutModes = ['Default', 'Classic'] as const;
export const animations = ['slide-right', 'slide-left', 'fade', 'zoom', 'none'] as const;
/** A colour in the light and in the dark theme. */
export type ColorPair = readonly [light: string, dark: string];

/** Pairs that people may change; each has enough contrast to what it stands on. */
export const colors = {
  menuBackground: ['#ffffff', '#18191c'],
  menuColor: ['#303133', '#cfd3dc'],
  menuActiveBackground: ['#e6f0ff', '#15305a'],
  menuActiveColor: ['#0f57c4', '#8cc1ff'],
  menuTopBarBackground: ['#ffffff', '#18191c'],
  headerBarBackground: ['#ffffff', '#18191c'],
  headerBarHoverBackground: ['#f0f1f3', '#26282d'],
  headerBarTabColor: ['#303133', '#cfd3dc'],
  headerBarTabActiveColor: ['#0f57c4', '#8cc1ff'],
  headerBarTabActiveBackground: ['#ffffff', '#1d1e1f'],
} as const satisfies Record<string, ColorPair>;
export type ColorName = keyof typeof colors;
export const colorNames = Object.keys(colors) as readonly ColorName[];

/** Grounds of the active tab in each layout (specification §4, protocol §12). */
const tabGrounds: Readonly<Record<LayoutMode, ColorPair>> = {
  Default: colors.headerBarTabActiveBackground,
  Classic: ['#f5f5f5', '#141414'],
};

export type LayoutMode = (typeof layoutModes)[number];
export type Animation = (typeof animations)[number];

/** What somebody chose for the look of the back office (specification §3). */
export interface LayoutSettings extends Readonly<Record<ColorName, ColorPair>> {
  /** Whether the drawer with these settings is open. */
  readonly showDrawer: boolean;
  /** Whether the window is too narrow for a menu at the side. */
  readonly shrink: boolean;
  readonly layoutMode: LayoutMode;
  readonly mainAnimation: Animation;
  readonly isDark: boolean;
  /** Pixels of the unfolded menu. */
  readonly menuWidth: number;
  /** Icon of menu entries that have none. */
  readonly menuDefaultIcon: string;
  readonly menuCollapse: boolean;
  readonly menuUniqueOpened: boolean;
  readonly menuShowTopBar: boolean;
}

/** Pixels: the widths of specification §9, and how far the menu may be dragged from them. */
export const menuWidths = { usual: 190, collapsed: 64, least: 160, most: 360 } as const;

const darkSystem = matchMedia('(prefers-color-scheme: dark)');

const defaults = (): LayoutSettings => ({
  ...colors,
  showDrawer: false,
  shrink: false,
  layoutMode: 'Default',
  mainAnimation: 'slide-right',
  isDark: darkSystem.matches,
  menuWidth: menuWidths.usual,
  menuDefaultIcon: 'fa fa-circle-o',
  menuCollapse: false,
  menuUniqueOpened: false,
  menuShowTopBar: true,
});

const key = 'storeConfig_v2';
/** Whether somebody has chosen between light and dark: until then it is as the system has it at the moment. */
let isDarkChosen = false;
const current = createStore(read);
darkSystem.addEventListener('change', ({ matches: isDark }) => {
  if (!isDarkChosen) current.setState({ isDark });
});

function read(): LayoutSettings {
  try {
    const stored = JSON.parse(readStored(key) ?? '{}') as (Partial<LayoutSettings> & { isDarkChosen?: unknown }) | null;
    isDarkChosen = typeof stored?.isDark === 'boolean' && stored.isDarkChosen !== false;
    // A page never begins under the drawer.
    return {
      ...settingsFrom(stored, defaults()),
      ...(!isDarkChosen && { isDark: darkSystem.matches }),
      showDrawer: false,
    };
  } catch {
    return defaults();
  }
}

/** What is stored; whatever is corrupted in it falls back to its default. */
export function settingsFrom(stored: unknown, fallback: LayoutSettings): LayoutSettings {
  const given: Readonly<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const entries = Object.entries(fallback).map(([name, value]) => [
    name,
    isSound(name as keyof LayoutSettings, given[name], value) ? given[name] : value,
  ]);
  return Object.fromEntries(entries) as unknown as LayoutSettings;
}

function isSound(name: keyof LayoutSettings, value: unknown, usual: unknown): boolean {
  if (name in colors)
    return (
      Array.isArray(value) &&
      value.length === 2 &&
      value.every((each) => typeof each === 'string' && /^#[\da-f]{6}$/i.test(each))
    );
  if (name === 'layoutMode') return (layoutModes as readonly unknown[]).includes(value);
  if (name === 'mainAnimation') return (animations as readonly unknown[]).includes(value);
  if (name === 'menuWidth') return typeof value === 'number' && value >= menuWidths.least && value <= menuWidths.most;
  if (name === 'menuDefaultIcon') return typeof value === 'string' && /^[\w -]{1,60}$/.test(value);
  return typeof value === typeof usual;
}

/** Another layout, with the ground of its active tab unless somebody has chosen one (specification §4). */
export function inLayout(settings: LayoutSettings, layoutMode: LayoutMode): LayoutSettings {
  const isUntouched = String(settings.headerBarTabActiveBackground) === String(tabGrounds[settings.layoutMode]);
  return { ...settings, layoutMode, ...(isUntouched ? { headerBarTabActiveBackground: tabGrounds[layoutMode] } : {}) };
}

/** Pixels of the menu (specification §4). */
export function menuWidthOf({ shrink, menuCollapse, menuWidth }: LayoutSettings): number {
  if (!menuCollapse) return menuWidth;
  return shrink ? 0 : menuWidths.collapsed;
}

export function changeSettings({ layoutMode, ...change }: Partial<LayoutSettings>): void {
  const settings = current.getState();
  isDarkChosen ||= change.isDark !== undefined;
  set({ ...(layoutMode ? inLayout(settings, layoutMode) : settings), ...change });
}
/** Everything as it was at first; the drawer stays open. */
export function resetSettings(): void {
  const { showDrawer, shrink } = current.getState();
  isDarkChosen = false;
  set({ ...defaults(), showDrawer, shrink });
}

function set(settings: LayoutSettings): void {
  current.setState(settings, true);
  store(key, JSON.stringify({ ...settings, isDarkChosen }));
}

export const useSettings = (): LayoutSettings => useStore(current);
/** The colour of this name in the theme at hand. */
export const colorIn = (settings: LayoutSettings, name: ColorName): string => settings[name][settings.isDark ? 1 : 0];
