import { useEffect, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { commandIn, matching, type Command } from './commands.ts';

interface Menu {
  readonly found: readonly Command[];
  readonly active: number;
  readonly onPoint: (place: number) => void;
  /** Whether the key was for the menu. */
  readonly press: (event: KeyboardEvent) => boolean;
  /** What the input says of its menu. */
  readonly combobox: Readonly<Record<string, unknown>>;
}

const listId = 'chat-commands';
const optionId = (place: number): string => `${listId}-${place}`;

/** The commands that fit what is typed after `/`: arrows choose, Enter and Tab take, Escape leaves. */
export function useCommandMenu(text: string, commands: readonly Command[]): Menu {
  const word = commandIn(text);
  const [active, setActive] = useState(0);
  const [left, setLeft] = useState<string>();
  useEffect(() => {
    setActive(0);
    if (word === undefined) setLeft(undefined);
  }, [word]);
  const found = word === undefined || left === word ? [] : matching(commands, word);
  const isOpen = found.length > 0;
  const press = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) setActive((active + step + found.length) % found.length);
    else if (event.key === 'Escape') setLeft(word);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') found[active]?.run();
    else return false;
    event.preventDefault();
    return true;
  };
  const combobox = isOpen
    ? {
        'aria-haspopup': 'listbox',
        'aria-controls': listId,
        'aria-autocomplete': 'list',
        'aria-activedescendant': optionId(active),
      }
    : {};
  return { found, active, onPoint: setActive, press, combobox };
}

export function CommandMenu({ found, active, onPoint }: Pick<Menu, 'found' | 'active' | 'onPoint'>) {
  const { t } = useTranslation('chat');
  useEffect(() => {
    // Returned it would be a clean-up, and no function: newer browsers give a promise.
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (found.length === 0) return null;
  return (
    <div className="chat-commands" id={listId} role="listbox" aria-label={t('command.label')}>
      {found.map(({ key, title, text, run }, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are those of the input
        <div
          key={key}
          id={optionId(place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          onMouseMove={() => onPoint(place)}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          <strong>{title}</strong>
          <span>{text}</span>
        </div>
      ))}
    </div>
  );
}
