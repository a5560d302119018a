import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { usePersonChange } from '#web';
import { TaskStatus } from '../../shared/protocol.ts';
import type { Outcome } from '../queue/tasks.ts';

/** After a build: the menu is asked for again, and it is told when the pages change, since the server goes on with the old ones. */
export function useAfterBuild(): (outcome: Outcome) => void {
  const { t } = useTranslation('terminalPanel');
  const { modal } = App.useApp();
  const reloadMenu = usePersonChange();
  return useCallback(
    (outcome) => {
      if (outcome !== TaskStatus.success) return;
      void reloadMenu();
      void modal.success({ title: t('built.title'), content: t('built.help'), okText: t('built.ok') });
    },
    [modal, reloadMenu, t],
  );
}
