import { useEffect, useEffectEvent } from 'react';
import { onNews } from '../http/news.ts';
import { useTabScope } from '../navigation/tabScope.ts';
import { useRealm } from '../realms/RealmContext.ts';

/** Milliseconds between two questions of a page, however much is written; and between two looks at whether it is seen again. */
const pause = 4000;
const look = 500;

/** Asks anew when rows of the table may have changed, and somebody looks at the page; one that is not seen asks when it is again. */
export function useTableChanges(path: string, ask: () => void, isOn = true): void {
  const { base } = useRealm();
  const { isShown } = useTabScope();
  const anew = useEffectEvent(ask);
  useEffect(() => {
    if (!isOn) return;
    let last = -Infinity;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const due = (): void => {
      const isSeen = !document.hidden && isShown();
      const wait = Math.max(isSeen ? 0 : look, last + pause - performance.now());
      if (wait > 0) return void (timer = setTimeout(due, wait));
      timer = undefined;
      last = performance.now();
      anew();
    };
    const stop = onNews(base, 'message', ({ tables, missed }) => {
      if (timer === undefined && (missed || tables.includes(path))) due();
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [base, path, isOn, isShown]);
}
