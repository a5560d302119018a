import type { Manifest } from '#resource';
import { lazyPart } from '../loading/lazyPart.tsx';

/** For phones only. */
export const RowCards = lazyPart(async () => (await import('./RowCards.tsx')).RowCards);
/** Where rows can be sorted only. */
export const DragSort = lazyPart(async () => (await import('./DragSort.tsx')).DragSort);

export const maySort = ({ traits, actions }: Manifest): boolean => traits.sortable && actions.includes('sortable');

/** Whether rows are drawn as cards. */
export const isNarrow = (): boolean => matchMedia('(max-width: 767px)').matches;

/** Milliseconds that the page waits for these parts; whatever comes later is drawn when it is there. */
const patience = 3_000;

/** Fetches what the rows of this list will be drawn with. */
export async function loadListParts(manifest: Manifest): Promise<void> {
  const parts = Promise.allSettled([
    isNarrow() ? RowCards.preload() : undefined,
    maySort(manifest) ? DragSort.preload() : undefined,
  ]);
  await Promise.race([parts, new Promise((resolve) => setTimeout(resolve, patience))]);
}
