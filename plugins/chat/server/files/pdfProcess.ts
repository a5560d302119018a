// Run as a process of its own: a heap that is full ends the whole process, that of a thread too.
import { isMainThread, Worker } from 'node:worker_threads';

export interface PdfDocument {
  readonly bytes: Uint8Array;
  /** Characters that are wanted of its text. */
  readonly longest: number;
}

/** Bytes of all that the process may hold, what is unpacked too, and milliseconds after which they are measured again. */
const most = 536_870_912;
const interval = 50;

if (isMainThread) {
  new Worker(new URL(import.meta.url)).unref();
  process.once('message', ({ bytes, longest }: PdfDocument) => void answer(bytes, longest));
} else {
  setInterval(() => {
    if (process.memoryUsage.rss() > most) process.kill(process.pid, 'SIGKILL');
  }, interval);
}

/** Who has asked ends the process when the answer has come. */
async function answer(bytes: Uint8Array, longest: number): Promise<void> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  process.send!(text.slice(0, longest));
}
