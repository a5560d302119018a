import { Alert, Flex, Modal, Radio, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { LoadFailed } from '#web';
import type { PackageManager } from '../../shared/protocol.ts';
import { loadConfig, saveConfig } from '../queue/calls.ts';
import { terminal } from '../queue/store.ts';
import { useLoaded } from './useLoaded.ts';

const close = (): void => terminal.setState({ showPackageManagerDialog: false });

/** Chooses what installs and builds. */
export function PackageManagerDialog() {
  const { t } = useTranslation('terminalPanel');
  const isOpen = useStore(terminal, ({ showPackageManagerDialog }) => showPackageManagerDialog);
  return (
    <Modal open={isOpen} title={t('manager.title')} footer={null} onCancel={close} destroyOnHidden>
      <Managers />
    </Modal>
  );
}

function Managers() {
  const { t } = useTranslation('terminalPanel');
  const { data, error, reload } = useLoaded(loadConfig);
  const chosen = useStore(terminal, ({ packageManager }) => packageManager);
  const [problem, setProblem] = useState('');
  const save = async (manager: PackageManager): Promise<void> => {
    setProblem('');
    try {
      await saveConfig({ manager });
      close();
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : '');
    }
  };
  if (error) return <LoadFailed title={t('loadFailed')} reason={error.message} onRetry={() => void reload()} />;
  if (!data) return <Spin />;
  return (
    <Flex vertical gap={12}>
      <p className="terminal-help">{t('manager.help')}</p>
      <Radio.Group
        vertical
        value={chosen}
        aria-label={t('manager.title')}
        onChange={({ target }) => void save(target.value as PackageManager)}
      >
        {data.managers.map(({ name, version }) => (
          <Radio key={name} value={name}>
            {name} <span className="terminal-version">{version ?? t('manager.missing')}</span>
          </Radio>
        ))}
      </Radio.Group>
      {problem && <Alert type="error" showIcon title={problem} role="alert" />}
    </Flex>
  );
}
