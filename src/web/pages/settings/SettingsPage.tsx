import { Button, Result, Tabs } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PageHeading } from '../../components/PageHeading.tsx';
import { notify } from '../../messages/notify.ts';
import { loadSite } from '../../settings/site.ts';
import '../../table/form.css';
import { useLeaveWarning } from '../../table/useLeaveWarning.ts';
import { GroupForm, type GroupHandle, type GroupState, type SoughtField } from './GroupForm.tsx';
import './settings.css';
import { useSettingGroups, type SettingGroup } from './useSettingGroups.ts';
import { Loading } from '../../components/Loading.tsx';

/** The site configuration: a form for each group of settings. */
export function SettingsPage() {
  const { t } = useTranslation('config');
  const { data, error, refetch } = useSettingGroups();
  return (
    <>
      <PageHeading label={t('title')} />
      {error ? (
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
      ) : data ? (
        <Groups groups={data} />
      ) : (
        <Loading paragraph={{ rows: 10 }} />
      )}
    </>
  );
}

/** The groups on tabs; what was changed on any of them is saved together. */
function Groups({ groups }: { groups: readonly SettingGroup[] }) {
  const { active, setActive, sought } = useActiveGroup();
  const shown = groups.some(({ name }) => name === active) ? active! : (groups[0]?.name ?? '');
  const { states, isDirty, save, ...told } = useGroups();
  useLeaveWarning(isDirty, true);
  const edited = groups.filter(({ name }) => states[name]?.isEdited);
  return (
    <Tabs
      activeKey={shown}
      onChange={setActive}
      items={groups.map((group) => ({
        key: group.name,
        label: <TabLabel title={group.title} isEdited={edited.includes(group)} />,
        children: (
          <GroupForm
            group={group}
            sought={sought}
            edited={edited.map(({ title }) => title)}
            saving={Object.values(states).some(({ saving }) => saving)}
            onSave={() => save(shown)}
            onRefused={setActive}
            {...told}
          />
        ),
      }))}
    />
  );
}

function TabLabel({ title, isEdited }: { title: string; isEdited: boolean }) {
  const { t } = useTranslation('config');
  return (
    <>
      {title}
      {isEdited && <i className="settings-edited" role="img" aria-label={t('edited')} title={t('edited')} />}
    </>
  );
}

/** What becomes of the forms. Those that were changed are saved one after another, until one of them is refused. */
function useGroups() {
  const { t } = useTranslation('config');
  const [states, setStates] = useState<Readonly<Record<string, GroupState>>>({});
  const handles = useRef(new Map<string, GroupHandle>());
  const left = useRef<string[]>(undefined);
  const onHandle = useCallback((name: string, handle: GroupHandle) => void handles.current.set(name, handle), []);
  const onState = useCallback(
    (name: string, state: GroupState) => setStates((others) => ({ ...others, [name]: state })),
    [],
  );
  const dirty = (): string[] => [...handles.current].filter(([, { isDirty }]) => isDirty()).map(([name]) => name);
  const isDirty = useCallback(() => [...handles.current.values()].some((handle) => handle.isDirty()), []);
  const save = (shown: string): void => {
    left.current = dirty();
    handles.current.get(left.current[0] ?? shown)?.submit();
  };
  const onSaved = (name: string): void => {
    left.current = (left.current ?? dirty()).filter((other) => other !== name);
    const [next] = left.current;
    if (next !== undefined) return handles.current.get(next)?.submit();
    left.current = undefined;
    notify.success(t('updated'));
    // This page is the first to go by them.
    void loadSite();
  };
  return { states, isDirty, save, onHandle, onState, onSaved };
}

/**
 * The group that is shown, which a link may name, and a setting of it: `?group=mail&field=smtp_server`. What is typed in
 * the others stays. The setting leaves the address once it is found: the same link finds it again.
 */
function useActiveGroup() {
  const [params, setParams] = useSearchParams();
  const [wanted, field] = [params.get('group'), params.get('field')];
  const [state, setState] = useState({ wanted, active: wanted });
  const [sought, seek] = useState<SoughtField>();
  if (state.wanted !== wanted) setState({ wanted, active: wanted });
  const setActive = useCallback((active: string) => setState((now) => ({ ...now, active })), []);
  useEffect(() => {
    if (field === null) return;
    if (wanted !== null) setActive(wanted);
    seek({ field });
    setParams(wanted === null ? {} : { group: wanted }, { replace: true });
  }, [field, wanted, setActive, setParams]);
  return { active: state.active, setActive, sought };
}
