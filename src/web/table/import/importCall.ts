import type { Manifest } from '#resource';
import { http } from '../../http/http.ts';

/** An import as the server tells of it. */
export interface ImportState {
  readonly id: number;
  readonly state: string;
  readonly file: string;
  readonly lines: number;
  readonly header: readonly string[];
  readonly columns: readonly (string | null)[];
  readonly key: string;
  readonly sample: readonly (readonly string[])[];
  readonly fields: readonly { readonly name: string; readonly label: string; readonly required: boolean }[];
  readonly keys: readonly { readonly name: string; readonly label: string }[];
  readonly done: number;
  readonly added: number;
  readonly edited: number;
  readonly same: number;
  readonly failed: number;
  readonly undone: number;
  readonly kept: number;
  readonly errors: readonly {
    readonly line: number;
    readonly column: string | null;
    readonly label: string | null;
    readonly message: string;
  }[];
  readonly failure: string | null;
}

/** Megabytes of the largest file that the server takes (`largestFile` there). */
export const largestFile = 50;

/** Whether the server is at it. */
export const isWorking = ({ state }: ImportState): boolean => ['checking', 'running', 'undoing'].includes(state);

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
