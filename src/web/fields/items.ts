import type { FieldManifest } from '#resource';
import { optionOf } from './view.ts';

export interface Item {
  readonly label: string;
  readonly color?: string;
}

/** The values of an enum with their labels. */
export const itemsOf = (field: FieldManifest): Readonly<Record<string, Item>> =>
  optionOf<Record<string, Item>>(field, 'items') ?? {};

export const choicesOf = (field: FieldManifest) =>
  Object.entries(itemsOf(field)).map(([value, { label }]) => ({ value, label }));
