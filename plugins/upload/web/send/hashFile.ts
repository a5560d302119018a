import i18next from 'i18next';
import type { FileTarget } from '#web';
import type { HashNews } from './hashWorker.ts';

/** SHA-1 of a file in hex, counted in a thread of its own, a part at a time: neither the page nor the memory notices. */
export async function hashFile(file: File, { signal, onProgress, onStage }: HashTarget): Promise<string> {
  const worker = new Worker(new URL('./hashWorker.ts', import.meta.url), { type: 'module' });
  onStage(i18next.t('upload:input.checking'));
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<HashNews>) => {
        if ('done' in data) onProgress(data.done / file.size);
        else if ('sha1' in data) resolve(data.sha1);
        else reject(new Error(i18next.t('upload:input.changed')));
      });
      worker.addEventListener('error', () => reject(new Error(i18next.t('upload:input.unread'))));
      signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
      worker.postMessage(file);
    });
  } finally {
    worker.terminate();
    onProgress(0);
    onStage(undefined);
  }
}

type HashTarget = Pick<FileTarget, 'signal' | 'onProgress' | 'onStage'>;
