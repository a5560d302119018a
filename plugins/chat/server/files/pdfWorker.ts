import { parentPort, workerData } from 'node:worker_threads';
import { extractText, getDocumentProxy } from 'unpdf';

export interface PdfDocument {
  readonly bytes: Uint8Array;
  /** Characters that are wanted of its text. */
  readonly longest: number;
}

const { bytes, longest } = workerData as PdfDocument;
const document = await getDocumentProxy(new Uint8Array(bytes));
const { text } = await extractText(document, { mergePages: true });
parentPort!.postMessage(text.slice(0, longest));
