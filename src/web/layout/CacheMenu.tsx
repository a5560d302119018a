import { ClearOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { ask } from './ask.ts';
import { clearCache } from './clearCache.ts';
import { hasUnsaved } from './tabs/unsaved.ts';

const kinds = ['system', 'browser', 'all'] as const;

/** Clears what the server keeps, what the browser keeps, or both; the page starts again then. */
export function CacheMenu() {
  const { t } = useTranslation('layout');
  const clear = async (kind: (typeof kinds)[number]): Promise<void> => {
    if (!hasUnsaved() || (await ask({ title: t('tab.unsaved'), text: t('tab.unsavedHelp'), yes: t('tab.discard'), no: t('tab.keep') }))) await clearCache(kind);
  };
  return (
    <Dropdown menu={{ items: kinds.map((kind) => ({ key: kind, label: t(`cache.${kind}`), onClick: () => void clear(kind) })) }} trigger={['click']} placement="bottomRight">
      <Button type="text" icon={<ClearOutlined />} aria-label={t('cache.open')} title={t('cache.open')} />
    </Dropdown>
  );
}
