import { PictureOutlined } from '@ant-design/icons';
import { useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

/** Our own pictures are shown. Those of others would tell them who reads this: they open only when somebody wants it. */
export function MarkdownImage({ src, alt = '' }: ComponentProps<'img'>) {
  const { t } = useTranslation('chat');
  const [failed, setFailed] = useState(false);
  const address =
    typeof src === 'string' && src !== '' && URL.canParse(src, location.href) ? new URL(src, location.href) : undefined;
  if (!address || !/^https?:$/.test(address.protocol)) return <span>{alt}</span>;
  if (address.origin === location.origin && !failed)
    return <img src={address.href} alt={alt} loading="lazy" onError={() => setFailed(true)} />;
  return (
    <a className="chat-image" href={address.href} target="_blank" rel="noopener noreferrer nofollow">
      <PictureOutlined aria-hidden /> {alt || t('image')} <small>{t('imageFrom', { host: address.host })}</small>
    </a>
  );
}
