import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { usePersonChange } from '#web';
import { TaskStatus } from '../../shared/protocol.ts';
import type { Outcome } from '../queue/tasks.ts';

/** After a build: the menu is asked for again, and a reload is offered, since the page that is open is still the old one. */
export function useAfterBuild(): (outcome: Outcome) => void {
  const { t } = useTranslation('terminalPanel');
  const { modal } = App.useApp();
  const reloadMenu = usePersonChange();
  return useCallback(
    (outcome) => {
      if (outcome !== TaskStatus.success) return;
      void reloadMenu();
      void modal.confirm({
        title: t('built.title'),
        content: t('built.help'),
        okText: t('built.reload'),
        cancelText: t('built.later'),
        onOk: () => location.reload(),
      });
    },
    [modal, reloadMenu, t],
  );
}
