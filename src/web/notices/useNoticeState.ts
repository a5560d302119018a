import { useEffect, useState } from 'react';
import { stream } from '../http/streams.ts';
import { useRealm } from '../realms/RealmContext.ts';

export interface NoticeState {
  readonly unread: number;
  /** The latest of all; 0 when there is none. */
  readonly last: number;
}

/** How many notices are not read: at first as the area began with it, then as the server tells it; all tabs of the browser listen over one connection. */
export function useNoticeState(start: NoticeState): readonly [NoticeState, (state: NoticeState) => void] {
  const { base } = useRealm();
  const [state, setState] = useState(start);
  useEffect(() => {
    const ended = new AbortController();
    const listen = async (): Promise<void> => {
      for await (const { data } of stream(`${base}/ajax/noticeStream`, { signal: ended.signal, shared: true }))
        setState(JSON.parse(data) as NoticeState);
    };
    // Without it the bell stays as it is; the list says what is wrong.
    listen().catch(() => {});
    return () => ended.abort();
  }, [base]);
  return [state, setState];
}
