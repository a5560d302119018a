import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from '../components/useDebounced.ts';

type Path = readonly string[];

/** Asks what a word finds once it has been typed, and has the levels `loaded` on which that stands. */
export function useFoundLevels(
  find: ((word: string) => Promise<readonly Path[]>) | undefined,
  loaded: (paths: readonly Path[]) => Promise<void>,
): { readonly isSeeking: boolean; seek(word: string): void } {
  const [word, setWord] = useState('');
  const [done, setDone] = useState('');
  const wanted = word.trim();
  const settled = useDebounced(wanted, 300);
  const ask = useEffectEvent(async (given: string) => {
    const paths = new Map((await find!(given)).map((path) => [path.join(), path]));
    await loaded([...paths.values()]);
  });
  const canFind = find !== undefined;
  useEffect(() => {
    if (settled === '' || !canFind) return;
    let isCurrent = true;
    const end = (): void => void (isCurrent && setDone(settled));
    // A refusal is told by the call itself.
    void ask(settled).then(end, end);
    return () => {
      isCurrent = false;
    };
  }, [settled, canFind]);
  return { isSeeking: canFind && wanted !== '' && done !== wanted, seek: setWord };
}
