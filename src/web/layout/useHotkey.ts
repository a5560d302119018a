import { useEffect, useEffectEvent } from 'react';

/** Runs a job at Ctrl or ⌘ with this letter; `prepare` already when one of those keys goes down. */
export function useHotkey(letter: string, job: () => void, prepare?: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key === 'Control' || event.key === 'Meta') prepare?.();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== letter)
      return;
    event.preventDefault();
    job();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
