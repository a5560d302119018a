import type { Manifest } from '#resource';
import { lazyPart } from '../loading/lazyPart.tsx';
import { loadTexts } from '../settings/i18n.ts';
import { layoutsOf } from './layouts.ts';
import type { ListState } from './listShape.ts';
import { readOrder } from './listState.ts';

/** Cards are what phones have, and what one can choose. */
export const RowCards = lazyPart(async () => (await import('./RowCards.tsx')).RowCards);
/** Above everything but the table. */
export const ListBar = lazyPart(async () => (await import('./ListBar.tsx')).ListBar);
/** Where plugins bring layouts only. */
export const LayoutSwitch = lazyPart(
  async () => (await Promise.all([import('./LayoutSwitch.tsx'), loadTexts('plugins')]))[0].LayoutSwitch,
);
/** Where rows can be sorted only. */
export const DragSort = lazyPart(async () => (await import('./DragSort.tsx')).DragSort);

export const maySort = ({ traits, actions }: Manifest): boolean => traits.sortable && actions.includes('sortable');

/** Whether the list is in the order that dragging changes. */
export const isDragOrder = ({ list }: Manifest, { order }: Pick<ListState, 'order'>): boolean =>
  list.dragOrder !== undefined && order[0]?.field === readOrder(list.dragOrder)[0]?.field;

/** Whether rows are drawn as cards. */
export const isNarrow = (): boolean => matchMedia('(max-width: 767px)').matches;

/** Milliseconds that the page waits for these parts; whatever comes later is drawn when it is there. */
const patience = 3_000;

/** Fetches what the rows of this list will be drawn with. */
export async function loadListParts(manifest: Manifest): Promise<void> {
  const layouts = layoutsOf(manifest);
  const asked = new URLSearchParams(location.search).get('layout');
  const cards = isNarrow() ? [RowCards, ListBar] : [];
  const parts = Promise.allSettled([
    ...cards.map((part) => part.preload()),
    layouts.find(({ name }) => name === asked)?.View.preload(),
    layouts.length > 0 ? LayoutSwitch.preload() : undefined,
    maySort(manifest) ? DragSort.preload() : undefined,
  ]);
  await Promise.race([parts, new Promise((resolve) => setTimeout(resolve, patience))]);
}
