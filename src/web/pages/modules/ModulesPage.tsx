import { Alert, App, Empty } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#resource';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Loading } from '../../components/Loading.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import { useRequest } from '../../http/useRequest.ts';
import { notify } from '../../messages/notify.ts';
import { ModuleCard } from './ModuleCard.tsx';
import { switchModule, useModules, withWebTexts, type Module, type UnusableModule } from './modules.ts';
import './modules.css';

/** The plugins of this installation: what each adds, and whether it is on. */
export function ModulesPage() {
  const { t, i18n } = useTranslation('module');
  const language = i18n.language as Language;
  const { data, error, refetch } = useModules();
  const change = useSwitch(data?.canRestart === true, () => void refetch());
  if (error) return <LoadFailed title={t('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Loading paragraph={{ rows: 6 }} />;
  return (
    <div className="modules">
      <PageHeading label={t('title')} />
      <Alert type="info" showIcon title={t('remark')} />
      {data.unusable.map((each) => (
        <Unusable key={each.folder} module={each} />
      ))}
      {data.installed.length + data.unusable.length === 0 ? (
        <Empty description={t('empty')}>{t('emptyHelp')}</Empty>
      ) : (
        <ul>
          {data.installed
            .map((each) => withWebTexts(each, language))
            .map((module) => (
              <li key={module.uid}>
                <ModuleCard
                  module={module}
                  isBusy={change.busy === module.uid}
                  onSwitch={
                    data.mayChange && change.busy === undefined ? (isOn) => change.ask(module, isOn) : undefined
                  }
                />
              </li>
            ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {change.busy !== undefined && t('restarting')}
      </p>
    </div>
  );
}

function Unusable({ module: { folder, faults } }: { module: UnusableModule }) {
  const { t } = useTranslation('module');
  return (
    <Alert
      type="error"
      showIcon
      title={t('unusable', { folder })}
      description={
        <ul translate="no">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      }
    />
  );
}

/** Asks before a plugin is switched, and draws the page anew once the server is back: what is loaded cannot be taken back. */
function useSwitch(canRestart: boolean, onDone: () => void) {
  const { t } = useTranslation('module');
  const { modal } = App.useApp();
  const request = useRequest();
  const [busy, setBusy] = useState<string>();

  const apply = async (module: Module, isOn: boolean): Promise<void> => {
    setBusy(module.uid);
    try {
      const isDone = await switchModule(request, module, isOn, canRestart);
      if (isDone && canRestart) return location.reload();
      if (canRestart) notify.warning(t('restartSlow'));
      else notify.success(t('saved'));
      onDone();
    } catch {
      // The layer below has said why.
    }
    setBusy(undefined);
  };
  const ask = (module: Module, isOn: boolean): void =>
    void modal.confirm({
      title: t(isOn ? 'confirmOn' : 'confirmOff', { title: module.title }),
      content: t(canRestart ? (isOn ? 'confirmOnText' : 'confirmOffText') : 'confirmLater'),
      okText: t('ok'),
      cancelText: t('cancel'),
      onOk: () => void apply(module, isOn),
    });
  return { busy, ask };
}
