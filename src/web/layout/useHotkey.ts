import { useEffect, useEffectEvent } from 'react';

/** Runs a job at Ctrl or ⌘ with this letter. */
export function useHotkey(letter: string, job: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== letter) return;
    event.preventDefault();
    job();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
