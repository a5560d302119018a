import { ClearOutlined, CodeSandboxOutlined, InboxOutlined, SettingOutlined } from '@ant-design/icons';
import { Alert, App, Button, Empty, Flex } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { LoadFailed } from '#web';
import { TaskStatus } from '../../shared/protocol.ts';
import { loadCommands, loadConfig, loadRuns } from '../queue/calls.ts';
import { clearSuccessful, onBlocked, showPanel } from '../queue/queue.ts';
import { addRequested, type TaskRequest } from '../queue/request.ts';
import { terminal } from '../queue/store.ts';
import { nextTask } from '../queue/tasks.ts';
import { ConfigDialog } from './ConfigDialog.tsx';
import { ManagerNotice } from './ManagerNotice.tsx';
import { PackageManagerDialog } from './PackageManagerDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { PortNotice } from './PortNotice.tsx';
import { ReadyNotice } from './ReadyNotice.tsx';
import { RunMenu } from './RunMenu.tsx';
import { TaskRow } from './TaskRow.tsx';
import { useLoaded } from './useLoaded.ts';
import './panel.css';

// One part with the panel: whoever needs one of them needs most of it.
export { addRequested } from '../queue/request.ts';
export { RunSection } from './RunSection.tsx';

/** What the panel is opened with by whoever adds a command: `openPanel('terminal', { task: { command } })`. */
export interface TerminalPanelProps {
  readonly task?: TaskRequest;
}

/** Panels are drawn anew, a task is added once. */
const added = new WeakSet<object>();

/** The tasks, what can be added to them, and how. */
export default function TerminalPanel({ task }: TerminalPanelProps) {
  const { t } = useTranslation('terminalPanel');
  const tasks = useStore(terminal, ({ taskList }) => taskList);
  const { error, reload } = useLoaded(loadAll);
  const place = useFocusFallback(tasks);
  useShown();
  useWarning();
  useEffect(() => {
    if (!task || added.has(task)) return;
    added.add(task);
    void addRequested(task);
  }, [task]);
  return (
    <Flex vertical gap={16} className="terminal" ref={place} tabIndex={-1}>
      <Tools />
      {error && <LoadFailed title={t('loadFailed')} reason={error.message} onRetry={() => void reload()} />}
      <ManagerNotice />
      <ReadyNotice />
      <PortNotice />
      {nextTask(tasks).isBlocked && (
        <Alert type="warning" showIcon title={t('blockedHelp', { blocked: t('blocked') })} role="status" />
      )}
      {tasks.length === 0 ? (
        <Empty
          image={<InboxOutlined className="terminal-empty" aria-hidden />}
          styles={{ image: { height: 56 } }}
          description={t('empty')}
        />
      ) : (
        <ul className="terminal-tasks" aria-label={t('tasks')}>
          {tasks.map((each) => (
            <TaskRow key={each.uuid} task={each} />
          ))}
        </ul>
      )}
      <PackageManagerDialog />
      <ConfigDialog />
      <PasswordDialog />
    </Flex>
  );
}

/** A button may go with its task, or with its state: keys then go on from here. */
function useFocusFallback(tasks: readonly unknown[]) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [tasks]);
  return place;
}

async function loadAll(): Promise<void> {
  const asked = terminal.getState().taskList.filter(({ status }) => status !== TaskStatus.waiting);
  await Promise.all([loadCommands(), loadConfig(), loadRuns(asked.slice(-500).map(({ uuid }) => uuid))]);
}

/** While it is open there is nothing that a dot could tell. */
function useShown(): void {
  useEffect(() => {
    showPanel(true);
    return () => showPanel(false);
  }, []);
}

function useWarning(): void {
  const { t } = useTranslation('terminalPanel');
  const { message } = App.useApp();
  useEffect(() => onBlocked(() => void message.warning(t('blocked'))), [message, t]);
}

function Tools() {
  const { t } = useTranslation('terminalPanel');
  const manager = useStore(terminal, ({ packageManager }) => packageManager);
  const isClean = useStore(terminal, ({ taskList }) => !taskList.some(({ status }) => status === TaskStatus.success));
  return (
    <Flex gap={8} wrap role="toolbar" aria-label={t('tools')}>
      <RunMenu />
      <Button
        icon={<CodeSandboxOutlined aria-hidden />}
        aria-label={t('manager.button', { manager })}
        onClick={() => terminal.setState({ showPackageManagerDialog: true })}
      >
        <span className="terminal-wide">{t('manager.button', { manager })}</span>
        <span className="terminal-narrow">{manager}</span>
      </Button>
      <Button icon={<ClearOutlined aria-hidden />} disabled={isClean} onClick={clearSuccessful}>
        {t('clear')}
      </Button>
      <Button
        icon={<SettingOutlined />}
        aria-label={t('config.title')}
        title={t('config.title')}
        onClick={() => terminal.setState({ showConfig: true })}
      />
    </Flex>
  );
}
