import type { ReactElement } from 'react';
import { lazyPage } from '../loading/lazyPage.tsx';
import { extraTextsOf, pathsWithExtraTexts } from '../settings/extraTexts.ts';
import { pageAt } from '../plugins/pluginPages.tsx';
import { ListPage } from '../table/ListPage.tsx';
import { iframesIn, pagesIn, type MenuNode } from './menus.ts';

const IframePage = lazyPage(async () => (await import('../components/IframePage.tsx')).IframePage, 'layout');

/** Lists that need more texts than others. */
const listPages = new Map(
  pathsWithExtraTexts.map((path) => [path, lazyPage(async () => ListPage, ...extraTextsOf(path))]),
);

/** A page of an area that gets a tab. */
export interface AreaPage {
  readonly title: string;
  readonly icon: string;
  /** Whether the page stays as it is while another tab is shown. */
  readonly isKept: boolean;
  readonly element: ReactElement;
}

/**
 * The page at this path: a plugin's own, the list of a table, or a web site in a frame; none that is not in one's menu.
 */
export function areaPageAt(pathname: string, menus: readonly MenuNode[]): AreaPage | undefined {
  const frame = iframesIn(menus).find(({ address }) => address === pathname);
  if (frame) return { ...lookOf(frame), isKept: true, element: <IframePage url={frame.url} title={frame.title} /> };
  const page = pagesIn(menus).find(({ address }) => address === pathname);
  return page && { ...lookOf(page), isKept: page.keepalive !== 0, element: pageAt(pathname) ?? listAt(page.path) };
}

function listAt(path: string): ReactElement {
  const List = listPages.get(path) ?? ListPage;
  return <List path={path} />;
}

const lookOf = ({ title, icon }: MenuNode) => ({ title, icon });
