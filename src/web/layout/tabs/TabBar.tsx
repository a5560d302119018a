import { CloseOutlined } from '@ant-design/icons';
import type { MenuProps } from 'antd';
import { useCallback, useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { areaPageAt } from '../areaPages.tsx';
import { FocusedMenu } from '../../components/FocusedMenu.tsx';
import { Overlay } from '../../components/Overlay.tsx';
import { lazyPart } from '../../loading/lazyPart.tsx';
import type { MenuNode } from '../menus.ts';
import type { Tab } from '../../navigation/tabState.ts';
import { useUnsavedPages } from '../../navigation/useUnsavedPages.ts';
import { useSettings } from '../../settings/layoutSettings.ts';
import { neighbourOf } from './tabs.ts';
import { UnsavedDot } from './UnsavedDot.tsx';
import { useMoreBeside } from './useMoreBeside.ts';
import { useTabActions } from './useTabActions.ts';
import './tabs.css';

/** Fetched once there are more tabs than the bar has room for. */
const TabList = lazyPart(async () => (await import('./TabList.tsx')).TabList);

interface Props {
  readonly tabs: readonly Tab[];
  readonly active: string;
  readonly menus: readonly MenuNode[];
}

/** The open pages in a row: a click shows one, a middle click closes it, a right click offers more. */
export function TabBar({ tabs, active, menus }: Props) {
  const { t } = useTranslation('layout');
  const list = useRef<HTMLUListElement>(null);
  const { menuDefaultIcon } = useSettings();
  const actions = useTabActions(menus);
  const unsaved = useUnsavedPages();
  /** Whether somebody looks for another tab than that in front. */
  const isMoved = useRef(false);
  const keepInSight = useCallback((bar: HTMLElement) => !isMoved.current && bringInSight(bar), []);
  const { before, after } = useMoreBeside(list, tabs, keepInSight);
  const overflows = before || after;
  useEffect(() => {
    isMoved.current = false;
    if (list.current) bringInSight(list.current);
  }, [active]);
  const move = (): void => void (isMoved.current = true);
  const moveOn = (way: -1 | 1): void => {
    move();
    const bar = list.current!;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    bar.scrollBy({ left: way * (bar.clientWidth - 2 * edge), behavior: isStill ? 'instant' : 'smooth' });
  };

  const closing = useRef<{ path: string; next: string | undefined }>(undefined);
  useEffect(() => {
    const { path, next } = closing.current ?? {};
    if (!path || tabs.some((tab) => tab.path === path)) return;
    closing.current = undefined;
    if (document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(next ? `li[data-path="${CSS.escape(next)}"] > a` : 'a')?.focus();
  }, [tabs]);

  const menuOf = (path: string): MenuProps => ({
    items: [
      { key: 'renew', label: t('tab.renew'), disabled: path !== active, onClick: () => actions.renew(path) },
      { key: 'close', label: t('tab.close'), onClick: () => actions.close([path]) },
      { key: 'fullScreen', label: t('tab.fullScreen'), onClick: () => actions.fullScreen(path) },
      {
        key: 'closeOthers',
        label: t('tab.closeOthers'),
        disabled: tabs.length === 1,
        onClick: () => actions.closeOthers(path),
      },
      { key: 'closeAll', label: t('tab.closeAll'), disabled: tabs.length === 1, onClick: actions.closeAll },
    ],
  });
  return (
    <nav
      className="tab-bar"
      aria-label={t('tab.all')}
      data-overflows={overflows}
      onWheel={(event) => {
        move();
        list.current?.scrollBy({ left: event.deltaY + event.deltaX });
      }}
      onTouchMove={move}
    >
      <ul ref={list} data-before={before} data-after={after}>
        {tabs.map(({ path, search }) => {
          const page = areaPageAt(path, menus);
          if (!page) return null;
          const close = (event: MouseEvent | KeyboardEvent): void => {
            event.preventDefault();
            closing.current = { path, next: neighbourOf(tabs, path)?.path };
            actions.close([path]);
          };
          return (
            <li key={path} data-path={path} className={path === active ? 'is-active' : ''}>
              <FocusedMenu menu={menuOf(path)} trigger={['contextMenu']}>
                <Link
                  to={path + search}
                  {...(path === active ? { 'aria-current': 'page' as const } : {})}
                  title={page.title}
                  onAuxClick={(event) => event.button === 1 && close(event)}
                  onMouseDown={(event) => event.button === 1 && event.preventDefault()}
                  onKeyDown={(event) => event.key === 'Delete' && close(event)}
                >
                  <i className={`menu-icon ${page.icon || menuDefaultIcon}`} aria-hidden />
                  <span>{page.title}</span>
                  {unsaved.has(path) && <UnsavedDot />}
                </Link>
              </FocusedMenu>
              <button type="button" onClick={close} aria-label={t('tab.closeOne', { title: page.title })}>
                <CloseOutlined />
              </button>
            </li>
          );
        })}
      </ul>
      {overflows && (
        <Overlay open={false}>
          <TabList
            tabs={tabs}
            active={active}
            menus={menus}
            unsaved={unsaved}
            before={before}
            after={after}
            onMove={moveOn}
          />
        </Overlay>
      )}
    </nav>
  );
}

/** Pixels at an edge with more behind it that its sign and what fades beside it take; see `tabs.css`. */
const edge = 40;

/** Not `scrollIntoView`: the Tab key would go on from there, past the menu. */
function bringInSight(bar: HTMLElement): void {
  const tab = bar.querySelector('.is-active')?.getBoundingClientRect();
  if (!tab) return;
  const frame = bar.getBoundingClientRect();
  const left = tab.left - edge - frame.left;
  const right = tab.right + edge - frame.right;
  // Of a name that is longer than the bar, its beginning.
  bar.scrollBy({ left: left < 0 ? left : Math.min(left, Math.max(0, right)) });
}
