import { ArrowUpOutlined, PlusOutlined, RobotOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../settings/site.ts';

const steps = ['first', 'second', 'third'] as const;

/** A still of a conversation: nothing in it can be used. */
export function ChatPreview() {
  const { t } = useTranslation('home');
  const { siteName } = useSite();
  return (
    <figure className="chat-still" aria-label={t('preview.label')}>
      <figcaption>
        <i />
        <i />
        <i />
        <span>{siteName}</span>
      </figcaption>
      <div className="chat-lines">
        <p className="chat-question">{t('preview.question')}</p>
        <div className="chat-answer">
          <span className="chat-face" aria-hidden>
            <RobotOutlined />
          </span>
          <div>
            <p>{t('preview.answer')}</p>
            <ol>
              {steps.map((step) => (
                <li key={step}>{t(`preview.${step}`)}</li>
              ))}
            </ol>
          </div>
        </div>
        <p className="chat-question">{t('preview.thanks')}</p>
      </div>
      <div className="chat-box" aria-hidden>
        <PlusOutlined />
        <span>{t('preview.placeholder')}</span>
        <b>
          <ArrowUpOutlined />
        </b>
      </div>
    </figure>
  );
}
