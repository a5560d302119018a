import { ExportOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import './iframe.css';

/**
 * A web site in a frame, as the menu names it, below its address: it may refuse to be framed, which nobody is told of. It runs
 * apart from the back office: even one of our own address gets neither our storage nor our pages.
 */
export function IframePage({ url, title }: { url: string; title: string }) {
  const { t } = useTranslation('common');
  return (
    <div className="iframe-page">
      <p>
        <span translate="no">{url}</span>
        <a href={url} target="_blank" rel="noreferrer">
          {t('openInTab')} <ExportOutlined aria-hidden />
        </a>
      </p>
      <iframe
        src={url}
        title={title}
        sandbox="allow-scripts allow-forms allow-popups allow-downloads"
        referrerPolicy="no-referrer"
      />
    </div>
  );
}
