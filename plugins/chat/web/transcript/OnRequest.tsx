import { Button, Flex, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { http, LoadFailed } from '#web';
import type { Transcript } from '../../shared/transcript.ts';
import { textOf } from '../state/calls.ts';

/** The messages of a conversation, which are asked for by a button: each reading is recorded. */
export function OnRequest({ id }: { readonly id: number }) {
  const { t } = useTranslation('chatOffice');
  const [shown, setShown] = useState<ReactNode>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const load = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      // What draws it first: nothing is recorded as read that cannot be shown.
      const { Messages } = await import('./Messages.tsx');
      const found = await http.post<Transcript>('/api/admin/chat.transcript/index', { id }, { quiet: true });
      setShown(<Messages {...found} />);
    } catch (error) {
      setFailure(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  if (shown !== undefined) return shown;
  if (failure !== undefined)
    return <LoadFailed title={t('transcript.failed')} reason={failure} onRetry={() => void load()} />;
  return (
    <Flex vertical gap={8} align="start">
      <Typography.Text type="secondary">{t('transcript.noted')}</Typography.Text>
      <Button loading={busy} onClick={() => void load()}>
        {t('transcript.view')}
      </Button>
    </Flex>
  );
}
