import { Button, Flex, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { ask, isAnswering, setDraft, stop, useConversation } from './conversation.ts';

/** Where the question is typed. Enter sends, Shift and Enter begin another line. */
export function AskInput({ longest }: { readonly longest: number }) {
  const { t } = useTranslation('chatAsk');
  const draft = useConversation((state) => state.draft);
  const busy = useConversation(isAnswering);
  const send = (): void => {
    const text = draft.trim();
    if (text !== '' && !busy) void ask(text);
  };
  return (
    <Flex gap={8} align="end" className="ask-input">
      <Input.TextArea
        aria-label={t('question')}
        placeholder={t('placeholder')}
        value={draft}
        maxLength={longest}
        autoSize={{ minRows: 1, maxRows: 6 }}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {busy ? (
        <Button onClick={stop}>{t('stop')}</Button>
      ) : (
        <Button type="primary" disabled={draft.trim() === ''} onClick={send}>
          {t('ask')}
        </Button>
      )}
    </Flex>
  );
}
