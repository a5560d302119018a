import { useEffect, useState } from 'react';
import type { Manifest } from '#resource';
import { http } from '../../http/http.ts';
import { onNews, type PersonThere } from '../../http/news.ts';
import { useTabScope } from '../../navigation/tabScope.ts';
import { adminRealm } from '../../realms/admin.ts';
import { useRealm } from '../../realms/RealmContext.ts';
import { newUuid } from '../../plainHttp/newUuid.ts';

/** Milliseconds between two times at which a page says that it is there: a third of what the server waits for (`limits.presence`). */
const pause = 20_000;

/**
 * Says that somebody is at the record while the page is seen, and who else is. `doing` undefined: nobody is there yet. Without
 * an answer of the server nobody else is.
 */
export function usePresence(
  { path, source }: Pick<Manifest, 'path' | 'source'>,
  id: number | undefined,
  doing: PersonThere['doing'],
): readonly PersonThere[] {
  const { name, base } = useRealm();
  const { isShown } = useTabScope();
  const [people, setPeople] = useState<readonly PersonThere[]>([]);
  const isOn = name === adminRealm.name && !source && id !== undefined;
  useEffect(() => {
    if (!isOn) return;
    const window = newUuid();
    let isHere = false;
    const say = async (what: PersonThere['doing'] | 'leave'): Promise<void> => {
      isHere = what !== 'leave';
      const said = { path, id, window, doing: what };
      const options = { quiet: true, allowDuplicate: true } as const;
      const answer = await http.post<{ people: readonly PersonThere[] }>(`${base}/ajax/presence`, said, options);
      if (isHere) setPeople(answer.people);
    };
    const look = (): void => {
      const isSeen = !document.hidden && isShown();
      if (isSeen || isHere) void say(isSeen ? doing : 'leave').catch(() => {});
    };
    look();
    const timer = setInterval(look, pause);
    document.addEventListener('visibilitychange', look);
    const stop = onNews(base, 'presence', (told) => {
      if (isHere && told.path === path && told.id === id) setPeople(told.people);
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      stop();
      setPeople([]);
      if (isHere) void say('leave').catch(() => {});
    };
  }, [isOn, base, path, id, doing, isShown]);
  return people;
}
