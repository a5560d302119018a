import { solveWork } from './solveWork.ts';

// A thread of its own: the page would stand still meanwhile.
self.addEventListener('message', ({ data }: MessageEvent<{ id: string; bits: number }>) =>
  self.postMessage(solveWork(data.id, data.bits)),
);
