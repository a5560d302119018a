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
  const { icon = <InboxOutlined />, name: called, title, empty = 'nothingYet' }: TraitLook = looks.get(name) ?? {};
  const shown = called === undefined ? label : text(called);
  return {
    icon,
    name: shown,
    title: title === undefined ? text('viewOf', { view: shown, table }) : text(title, { table }),
    empty: text(empty),
  };
}

/** What becomes of rows that are deleted, where a trait keeps them. */
export const removedTexts = ({ traits }: Manifest): TraitLook['removed'] =>
  [...looks].find(([name, { removed }]) => removed && traits[name])?.[1].removed;
