import { Button, Result, Skeleton, Tabs } from 'antd';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import '../../table/form.css';
import { useLeaveWarning } from '../../table/useLeaveWarning.ts';
import { GroupForm } from './GroupForm.tsx';
import './settings.css';
import { useSettingGroups } from './useSettingGroups.ts';

/** The site configuration: a form for each group of settings. */
export function SettingsPage() {
  const { t } = useTranslation('config');
  const { data, error, refetch } = useSettingGroups();
  const checks = useRef(new Map<string, () => boolean>());
  const watch = useCallback((name: string, isDirty: () => boolean) => void checks.current.set(name, isDirty), []);
  const isDirty = useCallback(() => [...checks.current.values()].some((check) => check()), []);
  useLeaveWarning(isDirty, data !== undefined);
  if (error)
    return (
      <Result
        status="warning"
        title={t('loadFailed')}
        subTitle={error.message}
        extra={
          <Button type="primary" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        }
      />
    );
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} aria-label={t('loading')} />;
  return (
    <Tabs
      items={data.map((group) => ({
        key: group.name,
        label: group.title,
        children: <GroupForm group={group} onWatch={watch} />,
      }))}
    />
  );
}
