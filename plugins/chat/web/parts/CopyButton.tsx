import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#web';

/** Milliseconds for which it says that it has copied. */
const shown = 2000;

/** Copies a text; says so, also to those who hear the page. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTranslation('chat');
  const { message } = App.useApp();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shown);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = (): void =>
    void copyText(text).then(
      () => setCopied(true),
      () => message.error(t('copyFailed')),
    );
  const name = copied ? t('copied') : label;
  return (
    <Button
      type="text"
      size="small"
      icon={copied ? <CheckOutlined /> : <CopyOutlined />}
      aria-label={name}
      title={name}
      onClick={copy}
    />
  );
}
