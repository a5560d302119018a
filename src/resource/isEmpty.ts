/** Whether the input says "nothing": absent, null, blank, or an empty list. */
export const isEmpty = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '') || (Array.isArray(input) && input.length === 0);
