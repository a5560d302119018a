import type { ReactElement } from 'react';
import { lazyPage } from '../loading/lazyPage.tsx';
import { extraTextsOf, pathsWithExtraTexts } from '../settings/extraTexts.ts';
import { pageAt } from '../plugins/pluginPages.tsx';
import { nameOfPage } from '../navigation/pageNames.ts';
import type { PagePlace } from '../navigation/pagePlaces.ts';
import { recordAt } from '../navigation/recordAt.ts';
import { ListPage } from '../table/ListPage.tsx';
import { iframesIn, pagesIn, trailTo, type MenuNode } from './menus.ts';
import { ownListAt } from './ownLists.ts';

const IframePage = lazyPage(async () => (await import('../components/IframePage.tsx')).IframePage);

/** Lists that need more texts than others. */
const listPages = new Map(
  pathsWithExtraTexts.map((path) => [
    path,
    lazyPage(async () => ownListAt(path)?.() ?? ListPage, ...extraTextsOf(path)),
  ]),
);

const recordPageOf = (...texts: readonly string[]) =>
  lazyPage(async () => (await import('../table/record/RecordPage.tsx')).RecordPage, 'record', ...texts);
const RecordPage = recordPageOf();
const recordPages = new Map(pathsWithExtraTexts.map((path) => [path, recordPageOf(...extraTextsOf(path))]));

/** A page of an area that gets a tab. */
export interface AreaPage {
  readonly title: string;
  readonly icon: string;
  /** Whether the page stays as it is while another tab is shown. */
  readonly isKept: boolean;
  readonly element: ReactElement;
}

/**
 * The page at this path: a plugin's own, the list of a table, a record of it, or a web site in a frame; none that is not in
 * one's menu.
 */
export function areaPageAt(pathname: string, menus: readonly MenuNode[]): AreaPage | undefined {
  const frame = iframesIn(menus).find(({ address }) => address === pathname);
  if (frame) return { ...lookOf(frame), isKept: true, element: <IframePage url={frame.url} title={frame.title} /> };
  const page = pagesIn(menus).find(({ address }) => address === pathname);
  if (!page) return recordPageAt(pathname, menus);
  return { ...lookOf(page), isKept: page.keepalive !== 0, element: pageAt(pathname) ?? listAt(page.path) };
}

/** What leads to the page in the menu, the outermost first; to a record, what leads to its list. */
export function trailOf(pathname: string, menus: readonly MenuNode[]): readonly MenuNode[] {
  const list = recordAt(pathname)?.list;
  return trailTo(menus, ({ address }) => address === pathname || address === list);
}

export function areaPlaceAt(pathname: string, menus: readonly MenuNode[]): PagePlace | undefined {
  const title = areaPageAt(pathname, menus)?.title;
  if (title === undefined) return undefined;
  const trail = trailOf(pathname, menus);
  // A directory that is called like what it leads to says nothing more.
  const above = trail.filter((node, at) => node.type === 'menu_dir' && node.title !== trail[at + 1]?.title);
  return { title, above: above.map((node) => node.title) };
}

/** Behind the address of a list, the id of a row. Pages of plugins have no records, whatever they show. */
function recordPageAt(pathname: string, menus: readonly MenuNode[]): AreaPage | undefined {
  const { list, id } = recordAt(pathname) ?? {};
  const page = list !== undefined && !pageAt(list) && pagesIn(menus).find(({ address }) => address === list);
  if (!page || id === undefined) return undefined;
  const Record = recordPages.get(page.path) ?? RecordPage;
  return {
    icon: page.icon,
    title: nameOfPage(pathname) ?? `${page.title} #${id}`,
    isKept: page.keepalive !== 0,
    element: <Record key={id} path={page.path} id={id} />,
  };
}

function listAt(path: string): ReactElement {
  const List = listPages.get(path) ?? ListPage;
  return <List path={path} />;
}

const lookOf = ({ title, icon }: MenuNode) => ({ title, icon });
