import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AreaFrameProps, MenuNode } from '#web';
import { memberRealm } from '../../realm.ts';

/** What the member centre shows (specification §3). */
export interface CentreState {
  /** Whether the centre is shown: it is while its frame is drawn. */
  readonly open: boolean;
  readonly layoutMode: 'Default';
  readonly activeRoute: string;
  /** Directories of the menu with the pages in them. */
  readonly viewRoutes: readonly MenuNode[];
  /** Headings stand above the entries where there is more than one directory. */
  readonly showHeadline: boolean;
  /** Nodes by the page that they belong to. */
  readonly authNode: AreaFrameProps['authNode'];
  /** Too narrow for a menu beside the pages. */
  readonly shrink: boolean;
  /** Whether the menu of a narrow window is unfolded. */
  readonly menuExpand: boolean;
  /** Entries of the menu of one's account. */
  readonly navUserMenus: readonly MenuNode[];
}

const store = createStore<CentreState>(() => ({
  open: false,
  layoutMode: 'Default',
  activeRoute: '',
  viewRoutes: [],
  showHeadline: false,
  authNode: new Map(),
  shrink: false,
  menuExpand: false,
  navUserMenus: [],
}));

export const useCentre = (): CentreState => useStore(store);
/** Whether the group of who is signed in has this button of this page (specification §6): `account/overview`, `checkIn`. */
export const useMay = (page: string, button: string): boolean => {
  const path = `${memberRealm.base}/${page}`;
  return useCentre().authNode.get(path)?.includes(`${path}/${button}`) === true;
};
export const changeCentre = (changes: Partial<CentreState>): void => store.setState(changes);

/** What follows from the entries that somebody has. */
export const stateOf = (
  menus: readonly MenuNode[],
  rules: readonly MenuNode[],
): Pick<CentreState, 'viewRoutes' | 'showHeadline' | 'navUserMenus'> => ({
  viewRoutes: menus,
  showHeadline: menus.filter(({ type }) => type === 'menu_dir').length > 1,
  navUserMenus: rules.filter(({ type }) => type === 'nav_user_menu'),
});
