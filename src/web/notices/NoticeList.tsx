import { Button, Empty } from 'antd';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { dateTimeText, type NoticeUndo } from '#resource';
import { http } from '../http/http.ts';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { Loading } from '../components/Loading.tsx';
import { useRealm } from '../realms/RealmContext.ts';
import { readIdentity } from '../realms/session.ts';
import { UndoNotice } from './UndoNotice.tsx';
import type { NoticeState } from './useNoticeState.ts';

interface ShownNotice {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly link: string;
  readonly isRead: boolean;
  readonly undo?: NoticeUndo;
  readonly create_time: number;
}
interface Props {
  readonly state: NoticeState;
  readonly onState: (state: NoticeState) => void;
  readonly onClose: () => void;
}

/** One's latest notices; asked for anew whenever one comes while it is open. */
export function NoticeList({ state, onState, onClose }: Props) {
  const { t } = useTranslation('notices');
  const realm = useRealm();
  const { base } = realm;
  // What somebody has read is nobody's business but their own.
  const mayMark = !readIdentity(realm)?.actor;
  const navigate = useNavigate();
  const client = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  useEffect(() => {
    const list = place.current;
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
    };
    list?.addEventListener('keydown', leave);
    return () => list?.removeEventListener('keydown', leave);
  }, [onClose]);
  const { data, error, refetch } = useQuery({
    queryKey: ['notices', base, state.last, state.unread],
    queryFn: async () =>
      (
        await http.get<{ list: readonly ShownNotice[] }>(
          `${base}/ajax/notices`,
          {},
          { quiet: true, allowDuplicate: true },
        )
      ).list,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  const anew = (): Promise<void> => client.invalidateQueries({ queryKey: ['notices', base] });
  const mark = async (chosen: { readonly id: number } | { readonly upTo: number }): Promise<void> => {
    onState(await http.post<NoticeState>(`${base}/ajax/readNotices`, chosen));
    await anew();
  };
  const choose = ({ id, link, isRead }: ShownNotice): void => {
    if (!isRead && mayMark) void mark({ id }).catch(() => {});
    if (link === '') return;
    onClose();
    void navigate(link);
  };
  return (
    <div ref={place} className="notices" role="dialog" aria-label={t('title')} tabIndex={-1}>
      <header>
        <h2>{t('title')}</h2>
        <Button
          type="link"
          size="small"
          disabled={state.unread === 0 || !mayMark}
          onClick={() => void mark({ upTo: state.last }).catch(() => {})}
        >
          {t('readAll')}
        </Button>
      </header>
      {error && !data && <LoadFailed title={t('failed')} reason={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Loading title={false} paragraph={{ rows: 4 }} />}
      {data?.length === 0 && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={
            <>
              <strong>{t('empty')}</strong>
              <span>{t('emptyHelp')}</span>
            </>
          }
        />
      )}
      {data && data.length > 0 && (
        <ul>
          {data.map((notice) => (
            <li key={notice.id} data-unread={!notice.isRead}>
              <Item notice={notice} mayMark={mayMark} onChoose={() => choose(notice)} />
              {notice.undo && mayMark && (
                <UndoNotice undo={notice.undo} onFollow={() => choose(notice)} onEnd={() => void anew()} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ItemProps {
  readonly notice: ShownNotice;
  readonly mayMark: boolean;
  readonly onChoose: () => void;
}

/** Something to press where it leads somewhere, or can be marked as read. */
function Item({ notice, mayMark, onChoose }: ItemProps) {
  const { t } = useTranslation('notices');
  const { title, body, link, isRead, create_time: time } = notice;
  const content = (
    <>
      <span className="notice-title">
        {!isRead && <span className="notice-dot" role="img" aria-label={t('unread')} />}
        {title}
      </span>
      {body !== '' && <span className="notice-body">{body}</span>}
      <time dateTime={new Date(time * 1000).toISOString()}>{dateTimeText(time)}</time>
    </>
  );
  return (isRead || !mayMark) && link === '' ? (
    <div className="notice">{content}</div>
  ) : (
    <button type="button" className="notice" onClick={onChoose}>
      {content}
    </button>
  );
}
