import { Worker } from 'node:worker_threads';
import limitTo from 'p-limit';

/** Milliseconds and megabytes for one document: a file may be made to cost any. */
const limits = { time: 15_000, memory: 256 } as const;

/** Documents that are read at once: others wait. */
const inTurn = limitTo(2);

/** The text of a PDF, read on a thread of its own; undefined when it cannot be read. */
export const pdfText = (bytes: Uint8Array): Promise<string | undefined> => inTurn(() => readPdf(bytes));

async function readPdf(bytes: Uint8Array): Promise<string | undefined> {
  const worker = new Worker(new URL('./pdfWorker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: limits.memory },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const timer = setTimeout(() => resolve(undefined), limits.time);
  worker.once('message', (text: unknown) => resolve(typeof text === 'string' ? text : undefined));
  worker.once('error', () => resolve(undefined));
  worker.once('exit', () => resolve(undefined));
  const text = await promise;
  clearTimeout(timer);
  await worker.terminate();
  return text;
}
