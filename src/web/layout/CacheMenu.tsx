import { ClearOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { clearCache } from './clearCache.ts';
import { FocusedMenu } from '../components/FocusedMenu.tsx';
import { useDiscard } from '../navigation/useDiscard.ts';

const kinds = ['system', 'browser', 'all'] as const;

/** Clears what the server keeps, what the browser keeps, or both; the page starts again then. */
export function CacheMenu() {
  const { t } = useTranslation('layout');
  const discard = useDiscard();
  return (
    <FocusedMenu
      menu={{
        items: kinds.map((kind) => ({
          key: kind,
          label: t(`cache.${kind}`),
          onClick: () => discard(() => void clearCache(kind)),
        })),
      }}
      trigger={['click']}
      placement="bottomRight"
    >
      <Button type="text" icon={<ClearOutlined />} aria-label={t('cache.open')} title={t('cache.open')} />
    </FocusedMenu>
  );
}
