import { SearchOutlined } from '@ant-design/icons';
import { Empty, Input, Modal, type InputRef } from 'antd';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '../../navigation/shortcuts.ts';
import type { MenuNode } from '../menus.ts';
import { KeyCaps } from './KeyCaps.tsx';
import type { Choice } from './choice.ts';
import { useSections } from './useSections.tsx';
import './palette.css';

interface Props {
  readonly menus: readonly MenuNode[];
  readonly onHelp: () => void;
  readonly onClose: () => void;
}

/** Finds pages, records and things to do: type, choose with the arrows, go with Enter. */
export function CommandPalette({ menus, onHelp, onClose }: Props) {
  const { t } = useTranslation('layout');
  const { t: own } = useTranslation('palette');
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<InputRef>(null);
  const [open, setOpen] = useState(true);
  // One that is going away leaves the key to whoever opens the next.
  useShortcut('palette', () => (open ? undefined : false));
  const [words, setWords] = useState('');
  const { sections, isSearching, isPartial, remember } = useSections(menus, words, onHelp);
  const choices = sections.flatMap((section) => section.choices);
  // By its name: what is chosen stays so when records arrive.
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    0,
    choices.findIndex(({ id }) => id === chosen),
  );
  const current = choices[at];
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
  }, [current?.id]);

  const go = (choice: Choice): void => {
    setOpen(false);
    remember(choice);
    choice.run();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(choices[(at + step + choices.length) % Math.max(1, choices.length)]?.id);
    }
    if (event.key === 'Enter' && current) go(current);
  };
  const optionId = ({ id }: Choice): string => `${listId}-${id.replaceAll(' ', '-')}`;
  const nothing = choices.length === 0 && !isSearching;
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
      width={600}
      style={{ top: 80 }}
      className="palette"
      destroyOnHidden
    >
      <Input
        size="large"
        variant="borderless"
        ref={input}
        prefix={<SearchOutlined />}
        suffix={isSearching ? <span className="palette-waiting" /> : <KeyCaps keys={['Esc']} />}
        value={words}
        placeholder={t('search.placeholder')}
        onKeyDown={press}
        onChange={(event) => {
          setWords(event.target.value);
          setChosen(undefined);
        }}
        role="combobox"
        aria-label={t('search.placeholder')}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        {...(current ? { 'aria-activedescendant': optionId(current) } : {})}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={own('found')}
        aria-busy={isSearching}
        className="palette-list"
      >
        {sections.map((section, place) => (
          <div key={section.name} role="group" aria-labelledby={`${listId}-section-${place}`}>
            {/* A heading would be no part of a listbox. */}
            <div role="presentation" id={`${listId}-section-${place}`} className="palette-section">
              {section.name}
            </div>
            {section.choices.map((choice) => (
              <div
                key={choice.id}
                id={optionId(choice)}
                role="option"
                tabIndex={-1}
                aria-selected={choice === current}
                onMouseMove={() => setChosen(choice.id)}
                onClick={() => go(choice)}
                onKeyDown={press}
              >
                <span className="palette-icon" aria-hidden>
                  {choice.icon}
                </span>
                <span className="palette-title">{choice.title}</span>
                {choice.place && <small>{choice.place}</small>}
                {choice.keys && <KeyCaps keys={choice.keys} />}
              </div>
            ))}
          </div>
        ))}
      </div>
      {nothing && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('search.nothing')} />}
      {isPartial && !isSearching && <p className="palette-note">{own('partial')}</p>}
      <div role="status" className="visually-hidden">
        {words.trim() !== '' && !isSearching && own('count', { count: choices.length })}
      </div>
    </Modal>
  );
}
