import {
  DeleteOutlined,
  DownOutlined,
  LinkOutlined,
  LockOutlined,
  RedoOutlined,
  RightOutlined,
  StopOutlined,
  PauseCircleOutlined,
} from '@ant-design/icons';
import { Button, Flex, Tag, Tooltip, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { TaskStatus } from '../../shared/protocol.ts';
import { attachTask, cancelTask, deleteTask, retryTask } from '../queue/queue.ts';
import { changeTask, terminal } from '../queue/store.ts';
import { canDelete, hasEnded, isRunning, type Task } from '../queue/tasks.ts';
import { durationText } from './durationText.ts';
import { TaskOutput } from './TaskOutput.tsx';
import { useCommand, useDuration } from './useTask.ts';

const looks = {
  [TaskStatus.waiting]: ['waiting', 'default'],
  [TaskStatus.connecting]: ['connecting', 'blue'],
  [TaskStatus.executing]: ['executing', 'blue'],
  [TaskStatus.success]: ['success', 'green'],
  [TaskStatus.failed]: ['failed', 'red'],
  [TaskStatus.unknown]: ['unknown', 'gold'],
} as const;

/** A task: what runs, how it stands, what it prints, and what can be done with it. */
export function TaskRow({ task }: { readonly task: Task }) {
  const { t } = useTranslation('terminalPanel');
  const { uuid, status, showMessage, blockOnFailure } = task;
  const { name, label, params } = useCommand(task);
  const [state] = looks[status];
  const fold = t(showMessage ? 'task.hide' : 'task.show', { command: label });
  const values = Object.entries(params).map(([key, value]) => `${key}=${value}`);
  return (
    <li className="terminal-task" data-status={state} aria-label={label}>
      <div className="terminal-head">
        <Button
          type="text"
          size="small"
          icon={showMessage ? <DownOutlined /> : <RightOutlined />}
          aria-expanded={showMessage}
          aria-label={fold}
          title={fold}
          disabled={status === TaskStatus.waiting}
          onClick={() => changeTask(uuid, { showMessage: !showMessage })}
        />
        <div className="terminal-what">
          <div>
            <strong>{label}</strong>
            {blockOnFailure && (
              <Tooltip title={t('task.blocks')}>
                <PauseCircleOutlined className="terminal-blocks" aria-label={t('task.blocks')} role="img" />
              </Tooltip>
            )}
          </div>
          <Typography.Text type="secondary" className="terminal-name">
            {[name, ...values].join(' ')}
          </Typography.Text>
        </div>
        <div className="terminal-state" role="status">
          <State task={task} />
        </div>
        <Times task={task} />
        <Buttons task={task} label={label} />
      </div>
      {showMessage && status !== TaskStatus.waiting && <TaskOutput task={task} />}
    </li>
  );
}

/** How it stands; of a run that somebody or something has ended, that in place of its failure. */
function State({ task: { uuid, status } }: { readonly task: Task }) {
  const { t } = useTranslation('terminalPanel');
  const run = useStore(terminal, ({ runs }) => runs[uuid]);
  const isLost = useStore(terminal, ({ uncertain }) => uncertain.includes(uuid));
  const [state, color] = looks[status];
  const whole = <Tag color={color}>{t(`status.${state}`)}</Tag>;
  const because = (why: string) => (
    <>
      {whole} <small>{why}</small>
    </>
  );
  if (status !== TaskStatus.failed) return whole;
  if (isLost) return because(t('outcome.lost'));
  if (!run?.outcome || run.outcome === 'success') return whole;
  if (run.outcome !== 'failed') return <Tag color="orange">{t(`outcome.${run.outcome}`)}</Tag>;
  return run.exitCode === null ? whole : because(t('exitCode', { code: run.exitCode }));
}

function Times({ task }: { readonly task: Task }) {
  const { t, i18n } = useTranslation('terminalPanel');
  const duration = useDuration(task);
  return (
    <div className="terminal-times">
      <time>{task.createtime}</time>
      {duration !== undefined && task.status !== TaskStatus.waiting && (
        <span title={t('task.duration')}>{durationText(duration, i18n.language)}</span>
      )}
    </div>
  );
}

function Buttons({ task, label }: { readonly task: Task; readonly label: string }) {
  const { t } = useTranslation('terminalPanel');
  const { uuid, status } = task;
  const isAsked = useStore(terminal, ({ asking }) => asking === uuid);
  const isCancelling = useStore(terminal, ({ cancelling }) => cancelling.includes(uuid));
  const isKnown = useStore(terminal, ({ runs }) => uuid in runs);
  return (
    <Flex gap={4} className="terminal-buttons">
      {status === TaskStatus.waiting && isAsked && (
        <Button
          size="small"
          icon={<LockOutlined aria-hidden />}
          onClick={() => terminal.setState({ showConfirm: true })}
        >
          {t('task.password')}
        </Button>
      )}
      {isRunning(task) && (
        <IconButton
          name={t('task.cancel', { command: label })}
          icon={<StopOutlined />}
          loading={isCancelling}
          onClick={() => void cancelTask(uuid)}
        />
      )}
      {status === TaskStatus.unknown && isKnown && (
        <Button size="small" icon={<LinkOutlined aria-hidden />} onClick={() => attachTask(uuid)}>
          {t('task.attach')}
        </Button>
      )}
      {hasEnded(task) && (
        <IconButton
          name={t('task.retry', { command: label })}
          icon={<RedoOutlined />}
          onClick={() => retryTask(uuid)}
        />
      )}
      {canDelete(task) && (
        <IconButton
          name={t('task.delete', { command: label })}
          icon={<DeleteOutlined />}
          onClick={() => deleteTask(uuid)}
        />
      )}
    </Flex>
  );
}

interface IconButtonProps {
  readonly name: string;
  readonly icon: ReactNode;
  readonly loading?: boolean;
  readonly onClick: () => void;
}
const IconButton = ({ name, ...rest }: IconButtonProps) => (
  <Button type="text" size="small" aria-label={name} title={name} {...rest} />
);
