import { SearchOutlined } from '@ant-design/icons';
import { Empty, Input, Modal, type InputRef } from 'antd';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { tellNavigation } from '../messages/navigationFailure.ts';
import { destinationOf } from './destinationOf.ts';
import { shownIn, type MenuNode } from './menus.ts';
import { matching, placesIn, type Place } from './menuPlaces.ts';
import { useSettings } from '../settings/layoutSettings.ts';
import { useHotkey } from './useHotkey.ts';
import './menuSearch.css';

interface Props {
  readonly menus: readonly MenuNode[];
  readonly onClose: () => void;
}

/** Finds a page by words of its name or of the directories above it: type, choose with the arrows, go with Enter. */
export function MenuSearch({ menus, onClose }: Props) {
  const { t } = useTranslation('layout');
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<InputRef>(null);
  const { menuDefaultIcon } = useSettings();
  const [open, setOpen] = useState(true);
  // Asked for again while it is still going away.
  useHotkey('k', () => setOpen(true));
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const places = useMemo(() => placesIn(shownIn(menus)), [menus]);
  const found = matching(places, words);
  // As soon as it can be: people type on while the dialog is still coming.
  useEffect(() => {
    if (!open) return;
    let frame = 0;
    const focus = (): void => {
      input.current?.focus();
      if (document.activeElement !== input.current?.input) frame = requestAnimationFrame(focus);
    };
    focus();
    return () => cancelAnimationFrame(frame);
  }, [open]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);

  const go = ({ node }: Place): void => {
    setOpen(false);
    const to = destinationOf(node, menus);
    if ('failure' in to) return tellNavigation(to.failure);
    if ('address' in to) return void window.open(to.address, '_blank', 'noopener,noreferrer');
    if (to.path === pathname) return tellNavigation('alreadyThere');
    void navigate(to.path);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((at + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && found[at]) go(found[at]);
  };
  return (
    <Modal
      open={open}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      // One that is asked for while it still goes gives the focus away meanwhile.
      afterOpenChange={(now) => now && input.current?.focus()}
      footer={null}
      closable={false}
      title={<span className="visually-hidden">{t('search.open')}</span>}
      width={560}
      style={{ top: 80 }}
      className="menu-search"
      destroyOnHidden
    >
      <Input
        size="large"
        variant="borderless"
        ref={input}
        prefix={<SearchOutlined />}
        value={words}
        placeholder={t('search.placeholder')}
        onKeyDown={press}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(0);
        }}
        role="combobox"
        aria-label={t('search.placeholder')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        {...(found[at] ? { 'aria-activedescendant': `${listId}-${found[at].node.id}` } : {})}
      />
      <div ref={list} id={listId} role="listbox" aria-label={t('search.found')} className="menu-search-list">
        {found.map((place, index) => (
          <div
            key={place.node.id}
            id={`${listId}-${place.node.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseMove={() => setAt(index)}
            onClick={() => go(place)}
            onKeyDown={press}
          >
            <i className={`menu-icon ${place.node.icon || menuDefaultIcon}`} aria-hidden />
            <span>{place.node.title}</span>
            <small>{place.above.join(' / ')}</small>
          </div>
        ))}
      </div>
      {found.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('search.nothing')} />}
    </Modal>
  );
}
