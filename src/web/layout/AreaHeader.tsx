import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Layout } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../loading/lazyPart.tsx';
import { Overlay } from '../components/Overlay.tsx';
import { DarkSwitch, LanguageSwitch } from '../components/Tools.tsx';
import { usePluginFaults } from '../plugins/faults.ts';
import { usePlugins } from '../plugins/loadPlugins.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { slots } from '../plugins/slots.ts';
import { useShortcut } from '../navigation/shortcuts.ts';
import type { Tab } from '../navigation/tabState.ts';
import { loadTexts } from '../settings/i18n.ts';
import type { MenuNode } from './menus.ts';
import { TabBar } from './tabs/TabBar.tsx';
import type { NoticeState } from '../notices/useNoticeState.ts';
import { usePerson } from './usePerson.ts';

const CommandPalette = lazyPart(
  async () => (await Promise.all([import('./palette/CommandPalette.tsx'), loadTexts('palette')]))[0].CommandPalette,
);
const ShortcutsDialog = lazyPart(
  async () => (await Promise.all([import('./palette/ShortcutsDialog.tsx'), loadTexts('shortcuts')]))[0].ShortcutsDialog,
);
/** Fetched once there is something to tell. */
const PluginFaults = lazyPart(
  async () => (await Promise.all([import('./PluginFaults.tsx'), loadTexts('plugins')]))[0].PluginFaults,
);
/** For wide windows only. */
const WideTools = lazyPart(async () => (await import('./WideTools.tsx')).WideTools);
const NoticeBell = lazyPart(async () => (await import('../notices/NoticeBell.tsx')).NoticeBell);
const preload = (): void => void CommandPalette.preload().catch(() => {});

interface Props {
  /** Of the page; undefined where none is shown. */
  readonly title: string | undefined;
  readonly menus: readonly MenuNode[];
  readonly tabs: readonly Tab[];
  readonly active: string;
  readonly folded: boolean;
  /** No room for tabs. */
  readonly shrink: boolean;
  readonly phone: boolean;
  /** Tools that are seldom used are in the account's menu. */
  readonly isShort: boolean;
  /** What the bell shows; undefined: there is none. */
  readonly notices: NoticeState | undefined;
  readonly onFold: () => void;
}

/**
 * The bar above the pages: the open tabs, or the name of the page where there is no room; search, tools, and one's
 * account.
 */
export function AreaHeader({ title, menus, tabs, active, folded, shrink, phone, isShort, notices, onFold }: Props) {
  const { t } = useTranslation('layout');
  usePlugins();
  const person = usePerson();
  const hasFaults = usePluginFaults().length > 0;
  const palette = useOpenings();
  const help = useOpenings();
  useShortcut('palette', palette.open);
  useShortcut('help', help.open);
  usePreloadAtModifier();
  return (
    <Layout.Header className="admin-header">
      <Button
        type="text"
        icon={folded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        onClick={onFold}
        aria-label={t(shrink ? 'openMenu' : folded ? 'unfoldMenu' : 'foldMenu')}
      />
      {title !== undefined && <h1 className={shrink ? '' : 'visually-hidden'}>{title}</h1>}
      {!shrink && <TabBar tabs={tabs} active={active} menus={menus} />}
      <div className="header-tools">
        <Button
          type="text"
          icon={<SearchOutlined />}
          onPointerEnter={preload}
          onClick={palette.open}
          aria-label={t('search.open')}
          title={`${t('search.open')} (Ctrl K)`}
        />
        {!phone && (
          <>
            <LanguageSwitch />
            <DarkSwitch />
          </>
        )}
        {!isShort && (
          <Overlay open={false} instead={<span className="tools-place" />}>
            <WideTools isSuper={person?.super === true} />
          </Overlay>
        )}
        {slots.HeaderEntries && <slots.HeaderEntries phone={phone} />}
        {person?.super === true && hasFaults && (
          <Overlay open={false}>
            <PluginFaults />
          </Overlay>
        )}
        {notices && (
          <Overlay open={false} instead={<span className="bell-place" />}>
            <NoticeBell start={notices} />
          </Overlay>
        )}
        <AccountMenu phone={phone} isShort={isShort} />
      </div>
      {slots.Panels && <slots.Panels />}
      {slots.Shortcuts && <slots.Shortcuts />}
      {palette.isThere && (
        <Overlay key={`palette ${palette.round}`} onMissing={palette.close}>
          <CommandPalette menus={menus} onHelp={help.open} onClose={palette.close} />
        </Overlay>
      )}
      {help.isThere && (
        <Overlay key={`help ${help.round}`} onMissing={help.close}>
          <ShortcutsDialog onClose={help.close} />
        </Overlay>
      )}
    </Layout.Header>
  );
}

/** Opens and closes a dialog. Each opening is one of its own: the one before may still be on its way out. */
function useOpenings() {
  const [{ round, isThere }, setShown] = useState({ round: 0, isThere: false });
  const open = (): void => setShown((now) => ({ round: now.round + 1, isThere: true }));
  const close = (): void => setShown((now) => (now.round === round ? { round, isThere: false } : now));
  return { round, isThere, open, close };
}

/** The palette is there when the letter follows. */
function usePreloadAtModifier(): void {
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent): void => {
      if (key === 'Control' || key === 'Meta') preload();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
