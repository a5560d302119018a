import { Tabs } from 'antd';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../components/LoadFailed.tsx';
import { Loading } from '../../components/Loading.tsx';
import '../../table/form.css';
import { useLeaveWarning } from '../../table/useLeaveWarning.ts';
import { TwoStep } from '../../plugins/TwoStep.tsx';
import { OwnLog } from './OwnLog.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import './profile.css';
import { useProfile } from './useProfile.ts';

/** One's own account: who one is, and forms for it and for the password; what one did. */
export function ProfilePage() {
  const { t } = useTranslation('profile');
  const {
    query: { data, error, refetch },
    save,
  } = useProfile();
  const checks = useRef(new Map<string, () => boolean>());
  const watch = useCallback((name: string, isDirty: () => boolean) => void checks.current.set(name, isDirty), []);
  const isDirty = useCallback(() => [...checks.current.values()].some((check) => check()), []);
  useLeaveWarning(isDirty, data !== undefined);
  if (error) return <LoadFailed title={t('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Loading avatar paragraph={{ rows: 8 }} />;
  return (
    <div className="profile">
      <ProfileCard info={data.info} />
      <Tabs
        className="profile-tabs"
        tabBarGutter={20}
        items={[
          {
            key: 'profile',
            label: t('profile'),
            children: <ProfileForm profile={data} onSave={save} onWatch={watch} />,
          },
          {
            key: 'password',
            label: t('password'),
            children: <PasswordForm profile={data} onSave={save} onWatch={watch} />,
          },
          { key: 'twoStep', label: t('twoStep'), children: <TwoStep /> },
          { key: 'log', label: t('log'), children: <OwnLog />, destroyOnHidden: true },
        ]}
      />
    </div>
  );
}
