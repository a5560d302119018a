/** Whether the input says "nothing": absent, null, or blank. An empty list says it to kinds only whose values are lists. */
export const isEmpty = (input: unknown): boolean =>
  input === undefined || input === null || (typeof input === 'string' && input.trim() === '');
