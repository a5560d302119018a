import { ConfigProvider, Menu, type MenuProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router';
import { CountBadge } from '../components/CountBadge.tsx';
import { tellNavigation } from '../messages/navigationFailure.ts';
import { destinationOf } from './destinationOf.ts';
import { savedKey } from '../table/listBase.ts';
import type { MenuNode } from './menus.ts';
import { useTabs } from './tabs/tabStore.ts';
import { useBadges } from './useBadges.ts';
import { useSelectedInSight } from './useSelectedInSight.ts';
import { colorIn, useSettings } from '../settings/layoutSettings.ts';

type Item = NonNullable<MenuProps['items']>[number];
interface Props {
  readonly menus: readonly MenuNode[];
  readonly badges: boolean;
  /** The nodes that lead to the page at hand. */
  readonly trail: readonly MenuNode[];
  readonly collapsed: boolean;
  readonly onChosen: () => void;
}

/** Directories that are open once these are; the same list where nothing has to change, for which nothing is drawn anew. */
function withOpen(before: readonly string[], wanted: readonly string[], alone: boolean): readonly string[] {
  const next = alone ? wanted : [...new Set([...before, ...wanted])];
  return next.join() === before.join() ? before : next;
}

/** The menu as the caller's rules make it, in the colours that were chosen. */
export function SideMenu({ menus, badges, trail, collapsed, onChosen }: Props) {
  const { t } = useTranslation('layout');
  const settings = useSettings();
  const { pathname, search } = useLocation();
  const numbers = useBadges(badges);
  const { tabsViewRoutes: shown } = useTabs();
  const menu = useRef<HTMLElement>(null);
  const selected = selectedKey(trail.at(-1), search);
  useSelectedInSight(menu, selected);
  const above = trail
    .slice(0, -1)
    .map(({ id }) => String(id))
    .join();
  const [open, setOpen] = useState<readonly string[]>(above.split(','));
  useEffect(() => {
    if (above) setOpen((before) => withOpen(before, above.split(','), settings.menuUniqueOpened));
  }, [above, settings.menuUniqueOpened]);
  const openOnly = (keys: readonly string[]): void => {
    const fresh = keys.find((key) => !open.includes(key));
    setOpen(settings.menuUniqueOpened && fresh !== undefined ? [...aboveOf(shown, fresh), fresh] : keys);
  };
  const item = (node: MenuNode, isTop: boolean): Item => {
    const glyph = <i className={`menu-icon ${node.icon || settings.menuDefaultIcon}`} aria-hidden />;
    const key = String(node.id);
    // A folded menu has nothing but icons, and opens beside them.
    const isIcon = collapsed && isTop;
    const number = sumIn(node, numbers);
    const icon =
      isIcon && number ? (
        <span className="menu-marked">
          {glyph}
          <CountBadge count={number} />
        </span>
      ) : (
        glyph
      );
    if (node.type === 'menu_dir') {
      // An open one shows the numbers at its entries.
      const isSaid = isIcon || (!collapsed && open.includes(key));
      const label = (
        <>
          {node.title}
          <CountBadge count={isSaid ? 0 : number} />
        </>
      );
      return { key, icon, label, children: (node.children ?? []).flatMap((child) => items(child)) };
    }
    return {
      key,
      icon,
      label: <Entry node={node} menus={menus} pathname={pathname} number={isIcon ? 0 : number} />,
      title: node.title,
    };
  };
  const items = (node: MenuNode, isTop = false): Item[] => [
    item(node, isTop),
    ...(node.views ?? []).map((view) => viewItem(node, view)),
  ];
  const color = {
    itemColor: colorIn(settings, 'menuColor'),
    itemSelectedColor: colorIn(settings, 'menuActiveColor'),
    itemSelectedBg: colorIn(settings, 'menuActiveBackground'),
    subMenuItemSelectedColor: colorIn(settings, 'menuActiveColor'),
    popupBg: colorIn(settings, 'menuBackground'),
  };
  return (
    <ConfigProvider theme={{ components: { Menu: color } }}>
      <nav ref={menu} className="admin-menu" aria-label={t('menu')}>
        <Menu
          mode="inline"
          inlineCollapsed={collapsed}
          inlineIndent={16}
          items={shown.flatMap((node) => items(node, true))}
          selectedKeys={[selected]}
          {...(collapsed ? {} : { openKeys: [...open], onOpenChange: openOnly })}
          onClick={onChosen}
        />
      </nav>
    </ConfigProvider>
  );
}

type View = NonNullable<MenuNode['views']>[number];
const viewKey = ({ id }: MenuNode, view: View): string => `${id} view ${view.id}`;

/** A saved view, right below the list that it is of. */
const viewItem = (node: MenuNode, view: View): Item => ({
  key: viewKey(node, view),
  className: 'menu-view',
  icon: <i className="menu-icon" aria-hidden />,
  label: <Link to={`${node.address}?${savedKey}=${view.id}`}>{view.name}</Link>,
  title: view.name,
});

/** The entry that stands for what is shown: the page, or the saved view of it. */
function selectedKey(node: MenuNode | undefined, search: string): string {
  const shown = new URLSearchParams(search).get(savedKey);
  const view = node?.views?.find(({ id }) => String(id) === shown);
  return view ? viewKey(node!, view) : String(node?.id);
}

/** Keys of the directories that a directory is in. */
function aboveOf(nodes: readonly MenuNode[], key: string, above: readonly string[] = []): readonly string[] {
  for (const { id, children = [] } of nodes) {
    if (String(id) === key) return above;
    const found = aboveOf(children, key, [...above, String(id)]);
    if (found.length > 0) return found;
  }
  return [];
}

interface EntryProps {
  readonly node: MenuNode;
  readonly menus: readonly MenuNode[];
  /** Where one is. */
  readonly pathname: string;
  readonly number: number | undefined;
}

/** A page, a frame or a window of its own; what leads nowhere says why (specification §8). */
function Entry({ node, menus, pathname, number }: EntryProps) {
  const { title } = node;
  const to = destinationOf(node, menus);
  if ('failure' in to)
    return (
      <button type="button" onClick={() => tellNavigation(to.failure)}>
        {title}
      </button>
    );
  if ('address' in to)
    return (
      <a href={to.address} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
    );
  return (
    <NavLink to={to.path} end onClick={to.path === pathname ? () => tellNavigation('alreadyThere') : undefined}>
      {title}
      <CountBadge count={number} />
    </NavLink>
  );
}

/** What all entries of a directory have to tell together. */
const sumIn = ({ path, children = [] }: MenuNode, numbers: ReadonlyMap<string, number>): number =>
  children.reduce((sum, child) => sum + sumIn(child, numbers), numbers.get(path) ?? 0);
