import type { FieldOptions } from '#resource';

/** What one kind must take and refuse: `[input, value]` and `[input, message key without page]`. */
export interface FieldCases {
  options?: FieldOptions & Record<string, unknown>;
  accepted: readonly (readonly [input: unknown, value: unknown])[];
  refused: readonly (readonly [input: unknown, message: string])[];
}

export const nul = 'a\0b';
export const refusedAs = (message: string, inputs: readonly unknown[]) =>
  inputs.map((input) => [input, message] as const);
