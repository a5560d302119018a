import { ClearOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import i18next from 'i18next';
import { fetchPart } from '../loading/missingParts.ts';
import { notify } from '../messages/notify.ts';
import type { CacheKind } from './clearCache.ts';
import { FocusedMenu } from '../components/FocusedMenu.tsx';
import { useDiscard } from '../navigation/useDiscard.ts';

/** Whose memory can be cleared. */
export const cacheKinds = ['system', 'browser', 'all'] as const;

/** Clears what the server keeps, what the browser keeps, or both; the page starts again then. */
export function CacheMenu() {
  const { t } = useTranslation('layout');
  const discard = useDiscard();
  return (
    <FocusedMenu
      menu={{
        items: cacheKinds.map((kind) => ({
          key: kind,
          label: t(`cache.${kind}`),
          onClick: () => discard(() => void clearCaches(kind)),
        })),
      }}
      trigger={['click']}
      placement="bottomRight"
    >
      <Button type="text" icon={<ClearOutlined />} aria-label={t('cache.open')} title={t('cache.open')} />
    </FocusedMenu>
  );
}

/** By code that is fetched for it. */
export async function clearCaches(kind: CacheKind): Promise<void> {
  const part = await fetchPart(() => import('./clearCache.ts')).catch(() => undefined);
  if (part) await part.clearCache(kind);
  else notify.error(i18next.t('common:partMissing'));
}
