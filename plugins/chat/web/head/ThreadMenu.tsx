import { EllipsisOutlined, ShareAltOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../lazy.tsx';
import { useConversationItems } from '../side/useConversationItems.tsx';
import { useChat } from '../state/store.ts';
import { MenuButton } from '../parts/MenuButton.tsx';
import { ModelChoice } from './ModelChoice.tsx';
import { RenameTitle } from '../side/RenameTitle.tsx';

const ShareDialog = later(() => import('../share/ShareDialog.tsx'));

/** Above the messages: what the conversation is called, which model answers, and what can be done with all of it. */
export function ThreadMenu({ id }: { readonly id: string | undefined }) {
  const conversation = useChat(({ threads }) => (id === undefined ? undefined : threads[id]?.conversation));
  const [renaming, setRenaming] = useState(false);
  return (
    <>
      <div className="chat-names" data-untitled={!conversation}>
        <ModelChoice conversation={conversation} />
        <div className="chat-title">
          {conversation &&
            (renaming ? (
              <RenameTitle id={conversation.id} title={conversation.title} onDone={() => setRenaming(false)} />
            ) : (
              <h1>{conversation.title}</h1>
            ))}
        </div>
      </div>
      {conversation && <More conversation={conversation} onRename={() => setRenaming(true)} />}
    </>
  );
}

function More({
  conversation,
  onRename,
}: {
  readonly conversation: Parameters<typeof useConversationItems>[0];
  readonly onRename: () => void;
}) {
  const { t } = useTranslation('chat');
  const [sharing, setSharing] = useState<boolean>();
  const items = useConversationItems(conversation, { onRename });
  return (
    <>
      <Button
        type="text"
        icon={<ShareAltOutlined />}
        aria-label={t('share.title')}
        title={t('share.title')}
        onClick={() => setSharing(true)}
      />
      <MenuButton items={items} type="text" icon={<EllipsisOutlined />} aria-label={t('more')} title={t('more')} />
      {sharing !== undefined && <ShareDialog id={conversation.id} open={sharing} onClose={() => setSharing(false)} />}
    </>
  );
}
