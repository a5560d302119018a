import type { TFunction } from 'i18next';
import i18next from 'i18next';
import type { useDiscard } from '../navigation/useDiscard.ts';
import { fetchPart } from '../loading/missingParts.ts';
import { notify } from '../messages/notify.ts';
import type { CacheKind } from './clearCache.ts';

/** Whose memory can be cleared. */
export const cacheKinds = ['system', 'browser', 'all'] as const;

/** For menus: each clears what the server keeps, what the browser keeps, or both; the page starts again then. */
export const cacheEntries = (t: TFunction<'layout'>, discard: ReturnType<typeof useDiscard>) =>
  cacheKinds.map((kind) => ({
    key: kind,
    label: t(`cache.${kind}`),
    onClick: () => discard(() => void clearCaches(kind)),
  }));

/** By code that is fetched for it. */
export async function clearCaches(kind: CacheKind): Promise<void> {
  const part = await fetchPart(() => import('./clearCache.ts')).catch(() => undefined);
  if (part) await part.clearCache(kind);
  else notify.error(i18next.t('common:partMissing'));
}
