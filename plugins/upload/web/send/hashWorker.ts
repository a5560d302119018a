import { createSHA1 } from 'hash-wasm';

/** What the worker says: how far it is, the hash in hex, or that the file is not any more what was chosen. */
export type HashNews = { readonly done: number } | { readonly sha1: string } | { readonly changed: true };

/** Bytes that are read at a time. */
const step = 4 * 1024 * 1024;
/** Milliseconds between two words on how far it is: the page draws each of them. */
const pace = 100;
const tell = (news: HashNews): void => self.postMessage(news);

async function hash(file: File): Promise<void> {
  const sha1 = await createSHA1();
  sha1.init();
  let told = performance.now();
  for (let start = 0; start < file.size; start += step) {
    const bytes = await file.slice(start, start + step).arrayBuffer();
    if (bytes.byteLength !== Math.min(step, file.size - start)) return tell({ changed: true });
    sha1.update(new Uint8Array(bytes));
    if (performance.now() - told < pace) continue;
    told = performance.now();
    tell({ done: start + bytes.byteLength });
  }
  tell({ sha1: sha1.digest('hex') });
}

self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  hash(data).catch((error: unknown) => {
    // Browsers refuse to read a file that has changed, or gone.
    if (error instanceof DOMException) tell({ changed: true });
    else setTimeout(() => Promise.reject(error as Error));
  });
});
