import { fork } from 'node:child_process';
import limitTo from 'p-limit';
import type { PdfDocument } from './pdfProcess.ts';

/** Milliseconds for one document, and megabytes of the heap for it: a file may be made to cost any. */
const limits = { time: 15_000, heap: 256 } as const;

/** Documents that are read at once: others wait. */
const limit = limitTo(2);

/** The first so many characters of a PDF, read in a process of its own; undefined when it cannot be read. */
export const pdfText = (bytes: Uint8Array, longest: number): Promise<string | undefined> =>
  limit(() => readPdf({ bytes, longest }));

async function readPdf(document: PdfDocument): Promise<string | undefined> {
  const reader = fork(new URL('./pdfProcess.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${limits.heap}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    timeout: limits.time,
    killSignal: 'SIGKILL',
  });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  reader.once('message', (text) => resolve(typeof text === 'string' ? text : undefined));
  reader.once('error', () => resolve(undefined));
  reader.once('exit', () => resolve(undefined));
  // It may have ended before it has heard all.
  reader.send({ ...document }, () => {});
  const text = await promise;
  reader.kill('SIGKILL');
  return text;
}
