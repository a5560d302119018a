import type { ImportState, Manifest } from '#resource';
import { http } from '../../http/http.ts';

const told = { quiet: true, allowDuplicate: true } as const;

/** What goes the way of an import, and is called so: its texts stand in a file of that name. */
export type ImportCall = 'import' | 'bulkJob';

/** Calls of the imports into one table, or of its large bulk edits; what is refused is for the caller to tell. */
export const importCalls = ({ api }: Pick<Manifest, 'api'>, call: ImportCall) => ({
  send: (file: File, signal: AbortSignal, onProgress: (part: number) => void): Promise<ImportState> =>
    http.post(`${api}importFile?name=${encodeURIComponent(file.name)}`, file, {
      ...told,
      signal,
      onProgress,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  state: (id: number): Promise<ImportState> => http.get(`${api}${call}`, { id }, told),
  /** The last one that was begun. */
  last: (): Promise<ImportState | null> => http.get(`${api}${call}`, {}, told),
  step: (id: number, step: string, more: Readonly<Record<string, unknown>> = {}): Promise<ImportState> =>
    http.post(`${api}${call}`, { id, step, ...more }, told),
});
