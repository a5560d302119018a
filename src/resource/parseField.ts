import { accept, refuse, type FieldOptions, type Parsed } from './field.ts';
import type { AnyKind } from './fields/index.ts';

/** Whether the input says "nothing": absent, null, '', or an empty list. */
export const isEmpty = (input: unknown): boolean =>
  input === undefined || input === null || input === '' || (Array.isArray(input) && input.length === 0);

/**
 * Validates one value, on the server and in the browser alike: first emptiness and `required`, then the kind's own rule.
 * An empty value that is allowed becomes the kind's `empty`, or null.
 */
export function parseField(kind: AnyKind, options: FieldOptions, input: unknown): Parsed<unknown> {
  if (!isEmpty(input)) return kind.parse(input, options);
  if (kind.empty !== undefined) return options.required && Array.isArray(kind.empty) ? refuse('validate:required') : accept(kind.empty);
  // A row that need not say the value cannot say "nothing" either: its type has no null.
  if (options.required) return refuse('validate:required');
  return accept(options.default ?? null);
}
