import { Modal, QRCode, Steps, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../messages/notify.ts';
import { CodeForm } from './CodeForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import type { useTwoStep } from './useTwoStep.ts';

interface NewSecret {
  readonly secret: string;
  readonly uri: string;
}
interface Props extends Pick<ReturnType<typeof useTwoStep>, 'post'> {
  onClose(): void;
}

/** Switches the second step on: the password, a secret for the app with a first code of it, recovery codes. */
export function EnableDialog({ post, onClose }: Props) {
  const { t } = useTranslation('twoStep');
  const [made, setMade] = useState<NewSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const step = codes ? 2 : made ? 1 : 0;
  return (
    <Modal
      open
      title={t('enable')}
      footer={null}
      width={520}
      mask={{ closable: false }}
      // The codes are shown once.
      keyboard={!codes}
      closable={!codes}
      onCancel={onClose}
    >
      <Steps
        className="two-step-steps"
        size="small"
        current={step}
        responsive={false}
        titlePlacement="vertical"
        items={[{ title: t('password') }, { title: t('app') }, { title: t('codes') }]}
      />
      {step === 0 && (
        <>
          <p>{t('passwordHelp')}</p>
          <CodeForm
            fields={['password']}
            submit={t('next')}
            send={async (values) => setMade(await post<NewSecret>('Begin', values))}
            onCancel={onClose}
          />
        </>
      )}
      {step === 1 && made && (
        <>
          <p>{t('appHelp')}</p>
          <div className="two-step-secret">
            {/* Cameras want dark squares on a light ground, whatever the colours of the page are. */}
            <QRCode value={made.uri} type="svg" size={176} color="#000" bgColor="#fff" aria-label={t('qrCode')} />
            <div>
              <span>{t('secretHelp')}</span>
              <Typography.Text code copyable={{ text: made.secret }} className="two-step-key">
                {made.secret.replaceAll(/(.{4})(?!$)/g, '$1 ')}
              </Typography.Text>
            </div>
          </div>
          <CodeForm
            fields={['code']}
            submit={t('confirm')}
            codeHelp={t('firstCodeHelp')}
            send={async (values) => {
              const { recoveryCodes } = await post<{ recoveryCodes: readonly string[] }>('Enable', values);
              setCodes(recoveryCodes);
              notify.success(t('enabled'));
            }}
            onCancel={onClose}
          />
        </>
      )}
      {codes && <RecoveryCodes codes={codes} onDone={onClose} />}
    </Modal>
  );
}
