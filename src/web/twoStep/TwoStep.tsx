import { Alert, Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../components/LoadFailed.tsx';
import { Loading } from '../components/Loading.tsx';
import { notify } from '../messages/notify.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { EnableDialog } from './EnableDialog.tsx';
import './twoStep.css';
import { useTwoStep } from './useTwoStep.ts';

/** Recovery codes from which on somebody is told to get new ones. */
const few = 3;

/** Switches the second step of one's own sign-in on and off: codes of an app, and recovery codes. */
export function TwoStep() {
  const { t } = useTranslation('twoStep');
  const {
    query: { data, error, refetch },
    post,
    refresh,
  } = useTwoStep();
  const [open, setOpen] = useState<'enable' | 'disable' | 'codes'>();
  if (error) return <LoadFailed title={t('loadFailed')} reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Loading title={false} paragraph={{ rows: 3 }} />;
  const { enabled, recoveryLeft: left } = data;
  const close = (): void => {
    setOpen(undefined);
    void refresh();
  };
  return (
    <div className="two-step">
      <p>{t('intro')}</p>
      <p className="two-step-state">
        <Tag color={enabled ? 'green' : 'default'}>{t(enabled ? 'on' : 'off')}</Tag>
        {enabled && <span>{t('left', { count: left })}</span>}
      </p>
      {enabled && left <= few && <Alert type="warning" showIcon title={t('fewLeft')} />}
      <div className="two-step-buttons">
        {enabled ? (
          <>
            <Button onClick={() => setOpen('codes')}>{t('newCodes')}</Button>
            <Button danger onClick={() => setOpen('disable')}>
              {t('disable')}
            </Button>
          </>
        ) : (
          <Button onClick={() => setOpen('enable')}>{t('enable')}</Button>
        )}
      </div>
      {open === 'enable' && <EnableDialog post={post} onClose={close} />}
      {open === 'codes' && (
        <ConfirmDialog title={t('newCodes')} help={t('newCodesHelp')} submit={t('newCodes')} onClose={close}>
          {(values) => post<{ recoveryCodes: readonly string[] }>('Codes', values)}
        </ConfirmDialog>
      )}
      {open === 'disable' && (
        <ConfirmDialog title={t('disable')} help={t('disableHelp')} submit={t('disable')} danger onClose={close}>
          {async (values) => {
            await post('Disable', values);
            notify.success(t('disabled'));
          }}
        </ConfirmDialog>
      )}
    </div>
  );
}
