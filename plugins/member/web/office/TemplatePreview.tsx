import { App, Button, Empty, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { http, nonce, useSite, type FormSectionProps } from '#web';
import { mailTexts, sampleOf, smsText, type TemplateTexts } from '../../fillTemplate.ts';
import './template.css';

type Written = 'zh-cn' | 'en';
type Look = 'html' | 'text' | 'sms';

/** What members would read, while the texts are being written; filled with a code that opens nothing. */
export default function TemplatePreview({ row, values }: FormSectionProps) {
  const { t, i18n } = useTranslation('template');
  const { siteName } = useSite();
  const [language, setLanguage] = useState<Written>(i18n.language === 'en' ? 'en' : 'zh-cn');
  const [look, setLook] = useState<Look>('html');
  const texts = { ...empty, ...values } as unknown as TemplateTexts;
  const mail = mailTexts(texts, language, sampleOf(siteName));
  return (
    <div className="template-preview">
      <div className="template-choices">
        <Segmented
          aria-label={t('language')}
          value={language}
          onChange={setLanguage}
          options={[
            { value: 'zh-cn', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
        />
        <Segmented
          aria-label={t('look')}
          value={look}
          onChange={setLook}
          options={(['html', 'text', 'sms'] as const).map((value) => ({ value, label: t(`looks.${value}`) }))}
        />
        {row && <SendTest id={row.id} language={language} />}
      </div>
      {look !== 'sms' && <p className="template-subject">{mail.subject}</p>}
      {look === 'html' && mail.html !== undefined ? (
        // Without any rights: nothing in it runs, is submitted or reaches the page around it. Its pictures are fetched.
        <iframe className="template-frame" sandbox="" title={t('looks.html')} srcDoc={withNonce(mail.html)} />
      ) : (
        <Plain text={look === 'sms' ? smsText(texts, language, sampleOf(siteName)) : mail.text} />
      )}
    </div>
  );
}

/** The frame inherits the policy of the page, which takes style sheets with its nonce only. */
const withNonce = (html: string): string => html.replaceAll(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`);

/** Fields that are empty, or that somebody may not read. */
const empty: TemplateTexts = {
  subject_zh: '',
  subject_en: '',
  text_zh: '',
  text_en: '',
  html_zh: null,
  html_en: null,
  sms_zh: null,
  sms_en: null,
};

function Plain({ text }: { text: string }) {
  const { t } = useTranslation('template');
  if (text === '') return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('none')} />;
  return <pre className="template-text">{text}</pre>;
}

/** The texts as they are saved, to the address in one's own profile. */
function SendTest({ id, language }: { id: number; language: Written }) {
  const { t } = useTranslation('template');
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      const { email } = await http.post<{ email: string }>('/api/admin/user.template/sendTest', { id, language });
      void message.success(t('sent', { email }));
    } catch {
      // Told already.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} title={t('sendHelp')} onClick={() => void send()}>
      {t('send')}
    </Button>
  );
}
