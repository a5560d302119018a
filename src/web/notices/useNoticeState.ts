import { useEffect, useState } from 'react';
import { onNews } from '../http/news.ts';
import { useRealm } from '../realms/RealmContext.ts';

export interface NoticeState {
  readonly unread: number;
  /** The latest of all; 0 when there is none. */
  readonly last: number;
}

/** How many notices are not read: at first as the area began with it, then as the server tells it. */
export function useNoticeState(start: NoticeState): readonly [NoticeState, (state: NoticeState) => void] {
  const { base } = useRealm();
  const [state, setState] = useState(start);
  useEffect(() => onNews(base, 'notices', setState), [base]);
  return [state, setState];
}
