import { Modal, type InputRef } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiKeys } from '../apiKeys/ApiKeys.tsx';
import { hideHelp, useHelp } from './help.ts';
import { KeyList } from './KeyList.tsx';
import { PromptLibrary } from './PromptLibrary.tsx';
import './help.css';

/** One at a time, each made anew when it opens. */
export default function HelpDialogs() {
  const { t } = useTranslation('chat');
  const { open } = useHelp();
  const input = useRef<InputRef>(null);
  const common = { footer: null, destroyOnHidden: true, onCancel: hideHelp } as const;
  return (
    <>
      <Modal {...common} open={open === 'keys'} title={t('keys.title')} width={480}>
        <KeyList />
      </Modal>
      <Modal {...common} open={open === 'apiKeys'} title={t('apiKeys.title')} width={560}>
        <ApiKeys />
      </Modal>
      <Modal
        {...common}
        open={open === 'prompts'}
        title={t('prompts.title')}
        width={640}
        afterOpenChange={(now) => now && input.current?.focus()}
      >
        <PromptLibrary input={input} />
      </Modal>
    </>
  );
}
