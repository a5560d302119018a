import { useEffect, useMemo, useState } from 'react';
import { onForms, unsavedOf } from './unsaved.ts';

/** By which what is typed comes into forms. */
const events = ['input', 'change', 'click', 'keyup'] as const;
/** Milliseconds after which the forms are asked. */
const pause = 200;

/** Paths of the pages that have something unsaved, soon after it is typed or saved. */
export function useUnsavedPages(): ReadonlySet<string> {
  const [paths, setPaths] = useState('');
  useEffect(() => {
    const listening = new AbortController();
    let timer: number | undefined;
    const ask = (): void => {
      timer = undefined;
      setPaths(unsavedOf().join('\n'));
    };
    const askSoon = (): void => void (timer ??= window.setTimeout(ask, pause));
    for (const event of events) document.addEventListener(event, askSoon, { capture: true, signal: listening.signal });
    const stop = onForms(askSoon);
    return () => {
      stop();
      listening.abort();
      clearTimeout(timer);
    };
  }, []);
  return useMemo(() => new Set(paths.split('\n')), [paths]);
}
