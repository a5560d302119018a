import type { FieldOptions } from './field.ts';

/**
 * Whether a form shows the field beside these values (in wire format): every field named in `when` has the value there,
 * or one of them. What is not shown is not required either, on the server as in the browser.
 */
export function isShown({ when = {} }: Pick<FieldOptions, 'when'>, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(when).every(([name, wanted]) => [wanted].flat().some((each) => holds(values[name], each)));
}

/** Lists hold the value when it is among their elements. */
const holds = (value: unknown, wanted: unknown): boolean =>
  Array.isArray(value) ? value.includes(wanted) : value === wanted || (value ?? null) === wanted;
