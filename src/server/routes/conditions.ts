import type { IncomingHttpHeaders } from 'node:http';

/** What a client can compare with what it has. */
export interface FileState {
  /** With its quotes. */
  readonly etag: string | undefined;
  /** Unix seconds. */
  readonly modified: number | undefined;
}
/** The first and the last byte. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Whether the client has it already (RFC 9110 §13.1: the ETag decides where there is one in the request). */
export function isFresh(headers: IncomingHttpHeaders, { etag, modified }: FileState): boolean {
  const given = headers['if-none-match'];
  if (given !== undefined)
    return (
      given.trim() === '*' ||
      given.split(',').some((each) => etag !== undefined && each.trim().replace(/^W\//, '') === etag)
    );
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modified !== undefined && since >= modified * 1000;
}

/**
 * The part that is asked for: undefined for all of it. Several ranges, and one whose end comes before its start, are ignored,
 * as RFC 9110 §14.2 allows; so is one of a file that has changed since (`If-Range`).
 */
export function rangeOf(
  { range, 'if-range': given }: IncomingHttpHeaders,
  { etag, modified }: FileState,
  size: number,
): Range | 'unsatisfiable' | undefined {
  const condition = given?.toString();
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range?.replaceAll(/\s/g, '') ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (
    condition !== undefined &&
    condition !== etag &&
    !(modified !== undefined && Date.parse(condition) === modified * 1000)
  )
    return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  return start <= end ? { start, end } : 'unsatisfiable';
}
