import { ClearOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { clearCache } from './clearCache.ts';
import { useDiscard } from './tabs/useDiscard.ts';

const kinds = ['system', 'browser', 'all'] as const;

/** Clears what the server keeps, what the browser keeps, or both; the page starts again then. */
export function CacheMenu() {
  const { t } = useTranslation('layout');
  const discard = useDiscard();
  return (
    <Dropdown
      menu={{
        items: kinds.map((kind) => ({
          key: kind,
          label: t(`cache.${kind}`),
          onClick: () => discard(() => void clearCache(kind)),
        })),
      }}
      trigger={['click']}
      placement="bottomRight"
      autoFocus
    >
      <Button type="text" icon={<ClearOutlined />} aria-label={t('cache.open')} title={t('cache.open')} />
    </Dropdown>
  );
}
