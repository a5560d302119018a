import { Button, Result, Skeleton, Tabs } from 'antd';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import '../../table/form.css';
import { useLeaveWarning } from '../../table/useLeaveWarning.ts';
import { GroupForm } from './GroupForm.tsx';
import './settings.css';
import { useSettingGroups } from './useSettingGroups.ts';

/** The site configuration: a form for each group of settings. */
export function SettingsPage() {
  const { t } = useTranslation('config');
  const { data, error, refetch } = useSettingGroups();
  const [active, setActive] = useActiveGroup();
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
      activeKey={data.some(({ name }) => name === active) ? active! : (data[0]?.name ?? '')}
      onChange={setActive}
      items={data.map((group) => ({
        key: group.name,
        label: group.title,
        children: <GroupForm group={group} onWatch={watch} />,
      }))}
    />
  );
}

/** The group that is shown, which a link may name: `?group=mail`. What is typed in the others stays. */
function useActiveGroup() {
  const wanted = useSearchParams()[0].get('group');
  const [state, setState] = useState({ wanted, active: wanted });
  if (state.wanted !== wanted) setState({ wanted, active: wanted });
  return [state.active, (active: string) => setState({ wanted, active })] as const;
}
