import { useCan } from '@refinedev/core';
import { Alert, Button, Flex, Typography } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed, Loading, PageHeading } from '#web';
import { LinkTo } from '../parts/LinkTo.tsx';
import { AskInput } from './AskInput.tsx';
import { beginAnew, load, setDraft, useConversation } from './conversation.ts';
import { TurnView } from './TurnView.tsx';
import './ask.css';

/** Where administrators ask their tables in words. */
export default function AskPage() {
  const { t } = useTranslation('chatAsk');
  return (
    <Flex vertical gap={12}>
      <PageHeading label={t('title')} />
      <Content />
    </Flex>
  );
}

function Content() {
  const { t } = useTranslation('chatAsk');
  const start = useConversation((state) => state.start);
  const failure = useConversation((state) => state.failure);
  useEffect(() => void load(), []);
  if (!start && failure === undefined) return <Loading />;
  if (!start) return <LoadFailed title={t('loadFailed')} reason={failure!} onRetry={() => void load()} />;
  if (!start.enabled)
    return <Alert type="info" showIcon title={t('off')} description={<Help text={t('offHelp')} field="chat_ask" />} />;
  if (start.model === null)
    return <Alert type="warning" showIcon title={t('noModel')} description={<Help field="chat_model" />} />;
  return (
    <div className="ask">
      <Flex justify="space-between" align="center" gap={8} wrap>
        <Typography.Text type="secondary">{t('lead', { model: start.model })}</Typography.Text>
        <Button onClick={beginAnew}>{t('new')}</Button>
      </Flex>
      <TurnList />
      {failure !== undefined && <Alert type="error" showIcon title={failure} role="alert" />}
      <AskInput longest={start.longest} />
    </div>
  );
}

/** What is to be done, and for who may open the settings the way to the one of the chat that does it. */
function Help({ text, field }: { readonly text?: string; readonly field: string }) {
  const { t } = useTranslation('chatAsk');
  const { data } = useCan({ resource: 'routine/config', action: 'list' });
  const to = `/admin/routine/config?${new URLSearchParams({ group: 'chat', field })}`;
  return (
    <Flex vertical gap={12} align="start">
      {text}
      {data?.can === true && <LinkTo to={to}>{t('toSettings')}</LinkTo>}
    </Flex>
  );
}

function TurnList() {
  const { t } = useTranslation('chatAsk');
  const turns = useConversation((state) => state.turns);
  const looking = useConversation((state) => state.looking);
  if (turns.length > 0)
    return (
      <ol className="ask-turns" aria-label={t('turns')}>
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} looking={looking} />
        ))}
      </ol>
    );
  return (
    <Flex vertical gap={8} align="start" className="ask-empty">
      <Typography.Text>{t('examples')}</Typography.Text>
      {(['one', 'two', 'three'] as const).map((name) => (
        <Button key={name} className="ask-example" onClick={() => setDraft(t(`example.${name}`))}>
          {t(`example.${name}`)}
        </Button>
      ))}
    </Flex>
  );
}
