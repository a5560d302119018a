import { useEffect, useState } from 'react';
import { http } from '../http/http.ts';
import { stream } from '../http/streams.ts';
import { useRealm } from '../realms/RealmContext.ts';

export interface NoticeState {
  readonly unread: number;
  /** The latest of all; 0 when there is none. */
  readonly last: number;
}

/**
 * How many notices are not read: at first as the area began with it, then as the server tells it; all tabs of the browser
 * listen over one connection.
 */
export function useNoticeState(start: NoticeState): readonly [NoticeState, (state: NoticeState) => void] {
  const { base } = useRealm();
  const [state, setState] = useState(start);
  useEffect(() => {
    const ended = new AbortController();
    let heard = 0;
    const listen = async (): Promise<void> => {
      for await (const { data } of stream(`${base}/ajax/noticeStream`, { signal: ended.signal, shared: true })) {
        heard += 1;
        setState(JSON.parse(data) as NoticeState);
      }
    };
    // A tab that joins others hears what comes from now on only.
    const catchUp = async (): Promise<void> => {
      const state = await http.get<NoticeState>(
        `${base}/ajax/notices`,
        { only: 'state' },
        { quiet: true, allowDuplicate: true },
      );
      if (heard === 0 && !ended.signal.aborted) setState(state);
    };
    // Without it the bell stays as it is; the list says what is wrong.
    listen().catch(() => {});
    catchUp().catch(() => {});
    return () => ended.abort();
  }, [base]);
  return [state, setState];
}
