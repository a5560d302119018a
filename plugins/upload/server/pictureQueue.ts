import { FairQueue } from '#plugin';
import { Problem } from '#resource';

/** Pictures that are worked on at once: each takes a thread that files are read by, too. */
const running = 2;
const queue = new FairQueue(running, {
  files: { share: 3, most: 200, mostOfKey: 20 },
  thumbnails: { share: 1, most: 200, mostOfKey: 200 },
});

export interface PictureWork {
  readonly kind: 'files' | 'thumbnails';
  /** Whoever sends many waits behind who sends one. */
  readonly who: string;
  readonly signal?: AbortSignal | undefined;
}

/** Does this when its turn comes; throws a `Problem` when too many wait, or nobody waits for it any more. */
export async function inPictureQueue<T>({ kind, who, signal }: PictureWork, job: () => Promise<T>): Promise<T> {
  const tooSlow = (): Problem => new Problem('server:tooSlow', {}, { status: 503 });
  const place = queue.enter(kind, who);
  if (!place) throw tooSlow();
  try {
    return await place.run(() => (signal?.aborted ? Promise.reject(tooSlow()) : job()));
  } finally {
    place.leave();
  }
}
