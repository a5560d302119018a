import type { AnyKind } from '#resource';
import { registerField, registerRenderer, replaceField, viewOf } from '../fields/index.ts';
import { registerKind } from '../fields/kinds.ts';
import type { FieldView } from '../fields/view.ts';
import { claim } from './claims.ts';
import { fencedKind } from './fencedKind.ts';
import { fencedView } from './fencedView.tsx';
import { expectField } from './missingFields.ts';

/** What a table's own field may be drawn with: filters go by the kind, whose operators they use. */
export type TableFieldView = Partial<Omit<FieldView, 'Filter' | 'Several'>>;

/** Kinds as they were before any plugin. */
const ours = new Map<string, FieldView>();

/** Draws a kind, or the parts of one that are given. */
export function drawKind(plugin: string, kind: string | AnyKind, view: Partial<FieldView>): void {
  const name = typeof kind === 'string' ? kind : kind.kind;
  const former = ours.get(name) ?? viewOf(name);
  ours.set(name, former);
  const own = fencedView({ plugin, part: 'field', name, before: () => former }, claimed(plugin, name, view));
  registerField(name, { ...viewOf(name), ...own });
  if (typeof kind !== 'string') registerKind(fencedKind(plugin, kind));
}

/** Draws one field of one table, or the parts of it that are given. */
export function drawField(plugin: string, table: string, field: string, view: TableFieldView): void {
  const name = `${table}.${field}`;
  expectField(plugin, table, field);
  const before = ({ kind }: { readonly kind: string }): FieldView => viewOf(kind);
  replaceField(name, fencedView({ plugin, part: 'tableField', name, before }, claimed(plugin, name, view)));
}

/** How a renderer shows values in lists and records. */
export type RendererView = Pick<FieldView, 'Cell'> & Partial<Pick<FieldView, 'width' | 'align' | 'wraps' | 'textOf'>>;

/** Draws values of the fields whose resource file names it. */
export function drawRenderer(plugin: string, name: string, view: RendererView): void {
  const before = ({ kind }: { readonly kind: string }): FieldView => viewOf(kind);
  const own = fencedView({ plugin, part: 'renderer', name, before }, claimed(plugin, `renderer ${name}`, view));
  registerRenderer(name, own);
}

/** Parts that nobody has for themselves. */
const goesWith: Readonly<Record<string, string>> = { group: 'Input', Whole: 'Cell', textOf: 'Cell', others: 'Cell' };

/**
 * The parts that no other plugin has. Whether a label points to the input or names a group goes with the input, and with the
 * cell how all of a value is shown, how wide it is, and which rows it names.
 */
function claimed(plugin: string, name: string, view: Partial<FieldView>): Partial<FieldView> {
  const all: Partial<FieldView> = {
    ...(view.Input && { group: false }),
    ...(view.Cell && { Whole: undefined, textOf: undefined, others: undefined }),
    // A column is as wide as it says, whatever stands in it.
    ...(view.width !== undefined && { textOf: undefined }),
    ...view,
  };
  const parts = Object.entries(all).filter(([part]) => claim(plugin, `${goesWith[part] ?? part} of ${name}`));
  return Object.fromEntries(parts);
}
