import { Worker } from 'node:worker_threads';
import limitTo from 'p-limit';
import type { PdfDocument } from './pdfWorker.ts';

/** Milliseconds and megabytes for one document: a file may be made to cost any. */
const limits = { time: 15_000, heap: 256, buffers: 128 } as const;
/** Milliseconds after which its buffers are measured again: what is unpacked lies there, which no limit of a thread counts. */
const interval = 50;

/** Documents that are read at once: others wait. */
const inTurn = limitTo(2);

/** The first so many characters of a PDF, read on a thread of its own; undefined when it cannot be read. */
export const pdfText = (bytes: Uint8Array, longest: number): Promise<string | undefined> =>
  inTurn(() => readPdf({ bytes, longest }));

async function readPdf(document: PdfDocument): Promise<string | undefined> {
  const worker = new Worker(new URL('./pdfWorker.ts', import.meta.url), {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: limits.heap },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const timer = setTimeout(() => resolve(undefined), limits.time);
  const measure = async (): Promise<void> => {
    const { external_memory: buffers } = await worker.getHeapStatistics();
    if (buffers > limits.buffers * 1_048_576) resolve(undefined);
  };
  // There is nothing to measure of a thread that has not begun, or has ended.
  const measuring = setInterval(() => void measure().catch(() => {}), interval);
  worker.once('message', (text: unknown) => resolve(typeof text === 'string' ? text : undefined));
  worker.once('error', () => resolve(undefined));
  worker.once('exit', () => resolve(undefined));
  const text = await promise;
  clearTimeout(timer);
  clearInterval(measuring);
  await worker.terminate();
  return text;
}
