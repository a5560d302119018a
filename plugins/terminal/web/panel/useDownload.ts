import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Lines } from '../output/lines.ts';
import { download } from './download.ts';

/** Saves the output of a run as a file, or says why it cannot. */
export function useDownload(uuid: string, command: string, lines: Lines): () => void {
  const { t } = useTranslation('terminalPanel');
  const { message } = App.useApp();
  return () =>
    void download(uuid, command, lines).catch((error: unknown) =>
      message.error(t('output.notDownloaded', { reason: error instanceof Error ? error.message : '' })),
    );
}
