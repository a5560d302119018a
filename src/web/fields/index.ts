import * as own from './list.ts';
import type { FieldView } from './view.ts';

const views = new Map<string, FieldView>(Object.entries(own));

/** How a kind is drawn; kinds that nobody draws are shown and edited as text. */
export const viewOf = (kind: string): FieldView => views.get(kind) ?? own.text;

/** Draws a plugin's kind, or draws one of ours in another way (the upload plugin does so for files). */
export function registerField(kind: string, view: FieldView): void {
  views.set(kind, view);
}
