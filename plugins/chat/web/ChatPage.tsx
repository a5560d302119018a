import { Button } from 'antd';
import { useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePersonOf, useTitle } from '#web';
import { ChatFrame } from './ChatFrame.tsx';
import { Notice } from './parts/Notice.tsx';
import { SetUp } from './parts/Refused.tsx';
import { runningIn, stopReading } from './state/answers.ts';
import { loadList } from './state/list.ts';
import { loadStart } from './state/start.ts';
import { chat, forgetAll, useChat } from './state/store.ts';
import { reloadThread } from './state/threads.ts';
import { onOthers } from './state/windows.ts';
import { Conversation } from './thread/Conversation.tsx';
import './parts/parts.css';
import './first.css';

/** `/` and `/chat/{id?}`: the conversations, and one of them. */
export default function ChatPage() {
  const { t } = useTranslation('chat');
  const { id } = useParams();
  const conversation = useChat(({ threads }) => (id === undefined ? undefined : threads[id]?.conversation));
  useBeginning();
  useOthers(id);
  useTitle(conversation?.title || t('title'));
  return (
    <ChatFrame id={id}>
      <Content id={id} />
    </ChatFrame>
  );
}

function Content({ id }: { readonly id: string | undefined }) {
  const { t } = useTranslation('chat');
  const { start, failed } = useChat((state) => state);
  if (failed !== undefined)
    return (
      <Notice title={t('failed')} text={failed}>
        <Button type="primary" onClick={() => void Promise.all([loadStart(), loadList()])}>
          {t('retry')}
        </Button>
      </Notice>
    );
  return start ? <Conversation key={id ?? 'new'} id={id} start={start} /> : <div className="chat-waiting" aria-busy />;
}

let person: number | undefined;
let isBegun = false;
/** Milliseconds that the page waits for what it begins with; it shows that it waits from then on. */
const patience = 2000;

/** Asks for what the server knows before the page is first drawn, as whoever is signed in then. */
export async function begin(): Promise<void> {
  isBegun = true;
  void loadList();
  await Promise.race([loadAll(), new Promise((resolve) => setTimeout(resolve, patience))]);
}

async function loadAll(): Promise<void> {
  await loadStart();
  // What comes later would move what is there.
  if (chat.getState().start?.ready === false) await SetUp.preload().catch(() => {});
}

/** Begins with what the server knows; anew when somebody signs in or out, also in another window. */
function useBeginning(): void {
  const id = usePersonOf('member')?.id;
  useLayoutEffect(() => {
    const { start, failed } = chat.getState();
    // Whose session was over before the page was drawn could begin with nothing, and has signed in since.
    const hasBegun = isBegun && failed === undefined;
    const isSame = !isBegun && person === id;
    isBegun = false;
    person = id;
    if (hasBegun || (isSame && start)) return;
    if (!isSame) {
      stopReading();
      forgetAll();
    }
    void loadStart();
    void loadList();
  }, [id]);
}

/** Follows what happens in other windows, and on other devices while nobody was looking. */
function useOthers(id: string | undefined): void {
  useEffect(() => {
    const refresh = (changed: string | undefined): void => {
      void loadList();
      if (id !== undefined && changed === id) void reloadThread(id);
    };
    const look = (): void => {
      if (document.visibilityState === 'visible' && !runningIn(id)) refresh(id);
    };
    const end = onOthers(refresh);
    document.addEventListener('visibilitychange', look);
    return () => {
      end();
      document.removeEventListener('visibilitychange', look);
    };
  }, [id]);
}
