import type { FieldManifest } from '#resource';
import * as own from './list.ts';
import { activityView } from './activity.tsx';
import { browserView } from './browser.tsx';
import { permissionsView } from './permissions.tsx';
import type { FieldView } from './view.ts';

const views = new Map<string, FieldView>(Object.entries(own));
const replaced = new Map<string, Partial<FieldView>>();
const renderers = new Map<string, Partial<FieldView>>([
  ['activity', activityView],
  ['browser', browserView],
  ['permissions', permissionsView],
]);

/** How a kind is drawn; kinds that nobody draws are shown and edited as text. */
export const viewOf = (kind: string): FieldView => views.get(kind) ?? own.text;

/** How one field of a table is drawn: as a plugin draws it there, else as what its file names, the rest as its kind. */
export function fieldViewOf(table: string, { name, kind, render }: FieldManifest): FieldView {
  const part = replaced.get(`${table}.${name}`);
  const rendered = render === undefined ? undefined : renderers.get(render);
  return part || rendered ? { ...viewOf(kind), ...rendered, ...part } : viewOf(kind);
}

/** Draws values of fields whose file names it: `f.int({ render: 'progress' })`. */
export function registerRenderer(name: string, view: Partial<FieldView>): void {
  renderers.set(name, view);
}

/** Draws a plugin's kind, or draws one of ours in another way (the upload plugin does so for files). */
export function registerField(kind: string, view: FieldView): void {
  views.set(kind, view);
}

/** Draws parts of one field of a table in another way; `place` is `article.cover`. */
export function replaceField(place: string, part: Partial<FieldView>): void {
  replaced.set(place, { ...replaced.get(place), ...part });
}
