import { addresses } from './addresses.ts';
import { choices } from './choices.ts';
import { numbers } from './numbers.ts';
import { relations } from './relations.ts';
import { texts } from './texts.ts';
import { times } from './times.ts';
import type { FieldCases } from './cases.ts';

/** By kind. */
export const fieldCases: Readonly<Record<string, FieldCases>> = {
  ...texts,
  ...numbers,
  ...times,
  ...choices,
  ...addresses,
  ...relations,
};
