import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePersonOf } from '#web';
import { LinkTo } from './LinkTo.tsx';

/** No model answers: visitors are told so, administrators also where to set one up. */
export default function SetUp({ message }: { readonly message?: string }) {
  const { t } = useTranslation('chat');
  const isAdmin = usePersonOf('admin') !== undefined;
  return (
    <Alert
      className="chat-refused"
      type="warning"
      showIcon
      role="alert"
      title={message ?? t('noModel.title')}
      description={isAdmin ? <Steps /> : t('noModel.text')}
    />
  );
}

const steps = ['first', 'second', 'third'] as const;
/** How there is an answer within five minutes, and the way there. */
function Steps() {
  const { t } = useTranslation('chat');
  return (
    <>
      <ol className="chat-steps">
        {steps.map((step) => (
          <li key={step}>{t(`noModel.${step}`)}</li>
        ))}
      </ol>
      <LinkTo to="/admin/routine/config?group=chat">{t('noModel.open')}</LinkTo>
    </>
  );
}
