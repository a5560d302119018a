import { EllipsisOutlined, LoadingOutlined, PushpinFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListedConversation } from '../../shared/wire.ts';
import { loadList, loadMore } from '../state/list.ts';
import { useChat } from '../state/store.ts';
import { Found } from '../parts/Found.tsx';
import { MenuButton } from '../parts/MenuButton.tsx';
import { MoreRows, Near, NearRow } from '../parts/Near.tsx';
import { groupsOf, type GroupName } from './groups.ts';
import { RenameTitle } from './RenameTitle.tsx';
import { useConversationItems } from './useConversationItems.tsx';

/** Links to the conversations, by date. (Those of `@ant-design/x` cannot be reached by the keyboard.) */
export function Conversations({ id }: { readonly id: string | undefined }) {
  const { t } = useTranslation('chat');
  const list = useChat((state) => state.list);
  const nameOf = useGroupName();
  const box = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => groupsOf(list.rows), [list.rows]);
  return (
    <div className="chat-list" aria-busy={list.state === 'loading'} ref={box}>
      <Near box={box}>
        {groups.map(({ name, rows }) => (
          <section key={name} aria-label={nameOf(name)}>
            <h2>{nameOf(name)}</h2>
            <ul>
              {rows.map((row) => (
                <NearRow key={row.id} className="chat-row" data-open={row.id === id}>
                  <Row row={row} isOpen={row.id === id} />
                </NearRow>
              ))}
            </ul>
          </section>
        ))}
        {list.state === 'ready' && list.rows.length === 0 && (
          <p className="chat-quiet">{t(`none.${whyEmpty(list.search, list.archived)}`)}</p>
        )}
        {list.state === 'failed' && (
          <p className="chat-quiet">
            {t('listFailed')}{' '}
            <Button type="link" size="small" onClick={() => void loadList()}>
              {t('retry')}
            </Button>
          </p>
        )}
        {list.state === 'ready' && list.next !== null && <MoreRows label={t('older')} onMore={() => void loadMore()} />}
      </Near>
    </div>
  );
}

const whyEmpty = (search: string, isArchive: boolean) => {
  if (search) return 'found';
  return isArchive ? 'archived' : 'yet';
};

function useGroupName(): (name: GroupName) => string {
  const { t, i18n } = useTranslation('chat');
  return (name) =>
    /^\d/.test(name)
      ? new Intl.DateTimeFormat(i18n.language, { year: 'numeric', month: 'long' }).format(new Date(`${name}-02`))
      : t(`group.${name}`);
}

interface RowProps {
  readonly row: ListedConversation;
  readonly isOpen: boolean;
}
const Row = memo(function Row({ row, isOpen }: RowProps) {
  const { t } = useTranslation('chat');
  const search = useChat(({ list }) => list.search);
  const [renaming, setRenaming] = useState(false);
  const items = useConversationItems(row, { onRename: () => setRenaming(true) });
  const isAnswering = useChat(({ threads }) =>
    Boolean(threads[row.id]?.messages.some(({ status }) => status === 'running')),
  );
  if (renaming) return <RenameTitle id={row.id} title={row.title} onDone={() => setRenaming(false)} />;
  return (
    <>
      <Link to={`/chat/${row.id}`} aria-current={isOpen ? 'page' : undefined} title={row.title}>
        <span>
          <Found text={row.title} word={search} />
        </span>
        {row.snippet && (
          <small>
            <Found text={row.snippet} word={search} />
          </small>
        )}
      </Link>
      {isAnswering && <LoadingOutlined className="chat-row-sign" aria-label={t('answering')} />}
      {!isAnswering && row.pinned && <PushpinFilled className="chat-row-sign" aria-label={t('group.pinned')} />}
      <MenuButton
        items={items}
        type="text"
        size="small"
        icon={<EllipsisOutlined />}
        aria-label={t('moreOf', { title: row.title })}
        title={t('more')}
      />
    </>
  );
});
