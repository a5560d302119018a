import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { terminal } from '../queue/store.ts';

/** Why commands can't be chosen, and what to do: the server lacks the package manager that they run with. */
export function ManagerNotice() {
  const { t } = useTranslation('terminalPanel');
  const manager = useStore(terminal, ({ packageManager }) => packageManager);
  const isMissing = useStore(terminal, ({ isManagerMissing }) => isManagerMissing);
  if (!isMissing) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="terminal-notice"
      title={t('manager.absent', { manager })}
      action={
        <Button size="small" onClick={() => terminal.setState({ showPackageManagerDialog: true })}>
          {t('manager.choose')}
        </Button>
      }
    />
  );
}
