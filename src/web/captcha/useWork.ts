import { useCallback, useEffect, useRef } from 'react';
import { http } from '../http/http.ts';

interface Challenge {
  readonly id: string;
  readonly bits: number;
}

/** What each of its calls says of the purpose. */
export const asked = (purpose: string | undefined): { readonly purpose?: string } =>
  purpose === undefined ? {} : { purpose };

/** Does what counts instead of a picture, in a thread of its own; given up when the page goes on without it. */
export function useWork(purpose?: string): () => Promise<{ id: string; solution: string }> {
  const running = useRef<Worker>(undefined);
  useEffect(() => () => running.current?.terminate(), []);
  return useCallback(async () => {
    const { id, bits } = await http.get<Challenge>('/api/common/workChallenge', asked(purpose), { quiet: true });
    running.current?.terminate();
    const worker = new Worker(new URL('./workWorker.ts', import.meta.url), { type: 'module' });
    running.current = worker;
    const solution = await new Promise<string>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The work could not be done.')));
      worker.postMessage({ id, bits });
    });
    worker.terminate();
    return { id, solution };
  }, [purpose]);
}
