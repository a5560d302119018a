import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http, LoadFailed } from '#web';
import type { Transcript } from '../../shared/transcript.ts';
import { textOf } from '../state/calls.ts';
import { Messages } from './Messages.tsx';

/** The messages of a conversation, which are asked for by a button: each reading is recorded. */
export function OnRequest({ id }: { readonly id: number }) {
  const { t } = useTranslation('chatRead');
  const [found, setFound] = useState<Transcript>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const load = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      setFound(await http.post<Transcript>('/api/admin/chat.transcript/index', { id }, { quiet: true }));
    } catch (error) {
      setFailure(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (found) return <Messages {...found} />;
  if (failure !== undefined) return <LoadFailed title={t('failed')} reason={failure} onRetry={() => void load()} />;
  return (
    <Flex vertical gap={8} align="start">
      <Typography.Text type="secondary">{t('noted')}</Typography.Text>
      <Button loading={busy} onClick={() => void load()}>
        {t('view')}
      </Button>
    </Flex>
  );
}
