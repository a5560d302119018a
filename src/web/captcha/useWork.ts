import { useCallback, useEffect, useRef } from 'react';
import { http } from '../http/http.ts';
import type { WorkMessage } from './workWorker.ts';

interface Challenge {
  readonly id: string;
  readonly bits: number;
}

/** What each of its calls says of the purpose. */
export const asked = (purpose: string | undefined): { readonly purpose?: string } =>
  purpose === undefined ? {} : { purpose };

/**
 * Does what counts instead of a picture, in a thread of its own; given up when the page goes on without it. Tells how far it is,
 * from 0 to 1.
 */
export function useWork(
  purpose: string | undefined,
  onProgress: (share: number) => void,
): () => Promise<{ id: string; solution: string }> {
  const running = useRef<Worker>(undefined);
  useEffect(() => () => running.current?.terminate(), []);
  return useCallback(async () => {
    const { id, bits } = await http.get<Challenge>('/api/common/workChallenge', asked(purpose), { quiet: true });
    running.current?.terminate();
    const worker = new Worker(new URL('./workWorker.ts', import.meta.url), { type: 'module' });
    running.current = worker;
    const solution = await new Promise<string>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkMessage>) => {
        if ('solution' in data) resolve(data.solution);
        else onProgress(data.share);
      });
      worker.addEventListener('error', () => reject(new Error('The work could not be done.')));
      worker.postMessage({ id, bits });
    });
    worker.terminate();
    return { id, solution };
  }, [purpose, onProgress]);
}
