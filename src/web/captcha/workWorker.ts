import { solveWork } from './solveWork.ts';

/** What the thread says: how far it is, or the solution. */
export type WorkMessage = { readonly share: number } | { readonly solution: string };

const tell = (message: WorkMessage): void => self.postMessage(message);

// A thread of its own: the page would stand still meanwhile.
self.addEventListener('message', ({ data }: MessageEvent<{ id: string; bits: number }>) =>
  tell({ solution: solveWork(data.id, data.bits, (share) => tell({ share })) }),
);
