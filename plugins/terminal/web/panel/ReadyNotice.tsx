import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { dateTimeText } from '#resource';
import { discardCommand } from '../../shared/protocol.ts';
import { addTask } from '../queue/queue.ts';
import { terminal } from '../queue/store.ts';

/** A restart for another reason would replace the database: whoever may do something about it is told. */
export function ReadyNotice() {
  const { t } = useTranslation('terminalPanel');
  const ready = useStore(terminal, (state) => state.ready);
  if (!ready) return null;
  const { file, time } = ready;
  return (
    <Alert
      type="warning"
      showIcon
      className="terminal-notice"
      title={time === null ? t('ready.told', { file }) : t('ready.told_time', { file, time: dateTimeText(time) })}
      action={
        <Button size="small" onClick={() => addTask(discardCommand, { blockOnFailure: false })}>
          {t('ready.discard')}
        </Button>
      }
    />
  );
}
