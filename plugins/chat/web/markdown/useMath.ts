import { useEffect, useState } from 'react';
import type { Options } from 'react-markdown';

type Plugin = NonNullable<Options['remarkPlugins']>[number];

let known: Plugin | undefined;

/** What finds formulas in a text, fetched with the first text that may have some. */
export function useMath(isWanted: boolean): Plugin | undefined {
  const [plugin, setPlugin] = useState(() => known);
  useEffect(() => {
    if (!isWanted || known) return;
    let isHere = true;
    import('remark-math').then(
      ({ default: found }) => {
        known = found;
        if (isHere) setPlugin(() => known);
      },
      () => {},
    );
    return () => void (isHere = false);
  }, [isWanted]);
  return isWanted ? (plugin ?? known) : undefined;
}
