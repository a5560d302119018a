import { useEffect, useRef } from 'react';
import { showHelp } from './help/help.ts';

interface Keys {
  readonly new: () => void;
  readonly search: () => void;
  readonly side: () => void;
}

/** Where a letter is what somebody types. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** The keys that hold for the whole page: `KeyList` tells of them. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => void (latest.current = keys));
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isCommand = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      if (isCommand && event.shiftKey && key === 'o') latest.current.new();
      else if (isCommand && event.shiftKey && key === 's') latest.current.side();
      else if (key === '?' && !isCommand && !isTyping(event.target)) showHelp('keys');
      else if (isCommand && !event.shiftKey && key === 'k') {
        latest.current.search();
        const search = document.getElementById('chat-search');
        if (search) search.focus();
        else requestAnimationFrame(() => document.getElementById('chat-search')?.focus());
      } else if (event.shiftKey && event.key === 'Escape') document.getElementById('chat-text')?.focus();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
