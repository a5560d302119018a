import { parentPort, workerData } from 'node:worker_threads';
import { extractText, getDocumentProxy } from 'unpdf';

const document = await getDocumentProxy(new Uint8Array(workerData as Uint8Array));
const { text } = await extractText(document, { mergePages: true });
parentPort!.postMessage(text);
