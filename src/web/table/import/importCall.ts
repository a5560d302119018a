import type { ImportState, Manifest } from '#resource';
import { http } from '../../http/http.ts';

const told = { quiet: true, allowDuplicate: true } as const;

/** Calls of the imports into one table; what is refused is for the caller to tell. */
export const importCalls = ({ api }: Pick<Manifest, 'api'>) => ({
  send: (file: File, signal: AbortSignal, onProgress: (part: number) => void): Promise<ImportState> =>
    http.post(`${api}importFile?name=${encodeURIComponent(file.name)}`, file, {
      ...told,
      signal,
      onProgress,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  state: (id: number): Promise<ImportState> => http.get(`${api}import`, { id }, told),
  /** The last one that was begun. */
  last: (): Promise<ImportState | null> => http.get(`${api}import`, {}, told),
  step: (id: number, step: string, more: Readonly<Record<string, unknown>> = {}): Promise<ImportState> =>
    http.post(`${api}import`, { id, step, ...more }, told),
});
