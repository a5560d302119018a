import { InboxOutlined } from '@ant-design/icons';
import type { Manifest, ViewManifest } from '#resource';
import type { useText } from '../../settings/useText.ts';
import type { TraitLook } from './look.ts';
import { trash } from './trash.tsx';

const looks = new Map<string, TraitLook>([['trash', trash]]);

/** Shows a trait of a plugin in its own way; the built-in ones stay as they are. */
export function registerTrait(name: string, look: TraitLook): void {
  if (name !== 'trash') looks.set(name, look);
}

/** A view as the list shows it. */
export function viewLook({ name, label }: ViewManifest, table: string, text: ReturnType<typeof useText>) {
  const {
    icon = <InboxOutlined />,
    name: called,
    title,
    Tools,
    empty = 'nothingYet',
  }: TraitLook = looks.get(name) ?? {};
  const shown = called === undefined ? label : text(called);
  return {
    icon,
    name: shown,
    title: title === undefined ? text('viewOf', { view: shown, table }) : text(title, { table }),
    Tools,
    empty: text(empty),
  };
}

const forGood = { one: 'rowForGood', several: 'chosenForGood' };
const unknown = { one: 'rowNamed', several: 'chosen' };

const keptTexts = ({ traits }: Manifest): TraitLook['removed'] =>
  [...looks].find(([name, { removed }]) => removed && traits[name])?.[1].removed;

/** Whether a trait keeps rows that are deleted. */
export const isKept = (manifest: Manifest): boolean => keptTexts(manifest) !== undefined;

/** What becomes of rows that are deleted: a trait may keep them, and of those of other servers nobody knows. */
export const removedTexts = (manifest: Manifest): NonNullable<TraitLook['removed']> =>
  keptTexts(manifest) ?? (manifest.views.length === 0 && manifest.source === undefined ? forGood : unknown);
