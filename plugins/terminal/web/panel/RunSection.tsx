import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed, type FormSectionProps } from '#web';
import { Lines } from '../output/lines.ts';
import { OutputView } from '../output/OutputView.tsx';
import { readOutput } from '../queue/run.ts';
import { useDownload } from './useDownload.ts';

/** What a command has printed, in the record of its run. */
export function RunSection({ row }: FormSectionProps) {
  const { t } = useTranslation('terminalPanel');
  if (typeof row?.['uuid'] !== 'string') return null;
  return (
    <div className="terminal-run">
      <h3 className="record-section">{t('output.title')}</h3>
      <Output key={row['uuid']} uuid={row['uuid']} command={String(row['command'])} />
    </div>
  );
}

function Output({ uuid, command }: { readonly uuid: string; readonly command: string }) {
  const { t } = useTranslation('terminalPanel');
  const [{ lines, round, error }, setState] = useState<State>(firstState);
  const download = useDownload(uuid, command, lines);
  useEffect(() => {
    const left = new AbortController();
    readOutput({ uuid, command, extend: '' }, lines, left.signal).catch((error: unknown) => {
      if (!left.signal.aborted) setState((now) => ({ ...now, error }));
    });
    return () => left.abort();
  }, [uuid, command, lines, round]);
  if (error)
    return (
      <LoadFailed
        title={t('output.notLoaded')}
        reason={error instanceof Error ? error.message : ''}
        onRetry={() => setState(({ round }) => ({ ...firstState(), round: round + 1 }))}
      />
    );
  return <OutputView lines={lines} label={t('outputOf', { command })} onDownload={download} />;
}

interface State {
  readonly lines: Lines;
  readonly round: number;
  readonly error?: unknown;
}
const firstState = (): State => ({ lines: new Lines(), round: 0 });
