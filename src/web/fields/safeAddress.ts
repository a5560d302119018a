/**
 * The value as an address that a link or picture may have: of the web or of this site; undefined for anything that
 * runs.
 */
export function safeAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return /^https?:\/\//i.test(value) || /^\/(?![/\\])/.test(value) ? value : undefined;
}
