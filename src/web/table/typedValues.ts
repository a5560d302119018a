/** Of a form, by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>;

/** What somebody typed: whatever is not as the form began. */
export const typedValues = (start: Values, now: Values): Values =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(start[name], value)));

/** Equal on the wire. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
