import { useEffect, useReducer } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { TaskStatus } from '../../shared/protocol.ts';
import { OutputView } from '../output/OutputView.tsx';
import { view } from '../queue/run.ts';
import { isWhole, outputOf, streams, terminal } from '../queue/store.ts';
import type { Task } from '../queue/tasks.ts';
import { useDownload } from './useDownload.ts';
import { useCommand } from './useTask.ts';

/** The output of a task: all of it where the server knows it, else what is left here. */
export function TaskOutput({ task }: { readonly task: Task }) {
  const { t } = useTranslation('terminalPanel');
  const { name, label } = useCommand(task);
  useWholeOutput(task);
  const lines = outputOf(task.uuid);
  const download = useDownload(task.uuid, name, lines);
  return <OutputView lines={lines} label={t('outputOf', { command: label })} onDownload={download} />;
}

/** Fetches it when another tab or visit has run the task; of an unknown one when it is attached. */
function useWholeOutput({ uuid, status }: Task): void {
  const isKnown = useStore(terminal, ({ runs }) => uuid in runs);
  const isListed = status !== TaskStatus.waiting && status !== TaskStatus.unknown;
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isKnown || !isListed || isWhole(uuid) || streams.has(uuid)) return;
    const end = view(uuid);
    draw();
    return end;
  }, [uuid, isKnown, isListed]);
}
