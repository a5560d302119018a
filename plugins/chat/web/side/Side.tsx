import { InboxOutlined, KeyOutlined, MenuFoldOutlined, PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Brand } from '#web';
import { showList } from '../state/list.ts';
import { showHelp } from '../help/help.ts';
import { chat, useChat } from '../state/store.ts';
import { Account } from './Account.tsx';
import { Conversations } from './Conversations.tsx';
import './side.css';

interface Props {
  readonly id: string | undefined;
  readonly onHide: () => void;
}

/** Milliseconds after the last key until it is searched for. */
const pause = 250;

/** New chat, search, the conversations, and whoever they belong to. */
export function Side({ id, onHide }: Props) {
  const { t } = useTranslation('chat');
  const archived = useChat(({ list }) => list.archived);
  const isMember = useChat(({ start }) => start?.who === 'member');
  return (
    <nav className="chat-side" aria-label={t('side.label')}>
      <div className="chat-side-head">
        <Link to="/index" className="chat-brand">
          <Brand />
        </Link>
        <Button
          type="text"
          icon={<MenuFoldOutlined />}
          aria-label={t('side.hide')}
          title={t('side.hide')}
          onClick={onHide}
        />
      </div>
      <Link to="/" className="chat-new" aria-current={id === undefined ? 'page' : undefined}>
        <PlusOutlined aria-hidden /> {t('new')}
      </Link>
      <Search />
      <Conversations id={id} />
      <Button
        type="text"
        className="chat-archive"
        icon={<InboxOutlined aria-hidden />}
        aria-pressed={archived}
        onClick={() => showList({ archived: !archived })}
      >
        {t(archived ? 'archived.leave' : 'archived.show')}
      </Button>
      {isMember && (
        <Button
          type="text"
          className="chat-archive"
          icon={<KeyOutlined aria-hidden />}
          onClick={() => showHelp('apiKeys')}
        >
          {t('apiKeys.title')}
        </Button>
      )}
      <Account />
    </nav>
  );
}

function Search() {
  const { t } = useTranslation('chat');
  const [text, setText] = useState(() => chat.getState().list.search);
  useEffect(() => {
    if (text.trim() === chat.getState().list.search) return;
    const timer = setTimeout(() => showList({ search: text.trim() }), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Input
      id="chat-search"
      className="chat-search"
      variant="filled"
      allowClear
      prefix={<SearchOutlined />}
      placeholder={t('search')}
      aria-label={t('search')}
      value={text}
      maxLength={100}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
