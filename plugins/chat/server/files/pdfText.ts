import { fork } from 'node:child_process';
import { FairQueue } from '#plugin';
import { Problem } from '#resource';
import type { PdfDocument } from './pdfProcess.ts';

/** Milliseconds for one document, and megabytes of the heap for it: a file may be made to cost any. */
const limits = { time: 15_000, heap: 256 } as const;

/** Documents are read two at a time; people take turns, and each has as many waiting as two messages can have. */
const queue = new FairQueue(2, { documents: { share: 1, most: 100, mostOfKey: 10 } });

/**
 * The first so many characters of a PDF, read in a process of its own; undefined when it cannot be read. Throws a `Problem`
 * when too many wait, of this person or in all.
 */
export async function pdfText(document: PdfDocument, who: string): Promise<string | undefined> {
  const place = queue.enter('documents', who);
  if (!place) throw new Problem('server:busy', {}, { status: 503 });
  try {
    return await place.run(() => readPdf(document));
  } finally {
    place.leave();
  }
}

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
