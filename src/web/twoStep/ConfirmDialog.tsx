import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeForm, type CodeValues } from './CodeForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface Props {
  readonly title: string;
  readonly help: ReactNode;
  readonly submit: string;
  readonly danger?: boolean;
  onClose(): void;
  /** Does it; recovery codes that come of it are shown. */
  readonly children: (values: CodeValues) => Promise<{ readonly recoveryCodes: readonly string[] } | void>;
}

/** Does something with the second step, for who knows the password and has the app or a recovery code. */
export function ConfirmDialog({ title, help, submit, danger = false, onClose, children: confirm }: Props) {
  const { t } = useTranslation('twoStep');
  const [codes, setCodes] = useState<readonly string[]>();
  const send = async (values: CodeValues): Promise<void> => {
    const made = await confirm(values);
    if (made) setCodes(made.recoveryCodes);
    else onClose();
  };
  return (
    <Modal
      open
      title={title}
      footer={null}
      width={440}
      mask={{ closable: false }}
      keyboard={!codes}
      closable={!codes}
      onCancel={onClose}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <>
          <p>{help}</p>
          <CodeForm
            fields={['password', 'code']}
            submit={submit}
            danger={danger}
            codeHelp={t('codeHelp')}
            send={send}
            onCancel={onClose}
          />
        </>
      )}
    </Modal>
  );
}
