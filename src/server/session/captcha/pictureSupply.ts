import { Problem } from '#resource';
import { createRateLimiter, createSemaphore } from '../../shared/concurrency.ts';
import { drawPicture, type Alphabet, type Picture } from './picture.ts';

/** Pictures that are drawn in so many seconds: at 15 ms each, a tenth of a core at most. */
const mostDrawn = { pictures: 60, seconds: 10 } as const;
/** Drawings that may wait for each other. */
const mostWaiting = 4;
/** Pictures that are kept for when more are asked for, how often each is given again, and for how many seconds. */
const reuse = { pictures: 24, times: 20, seconds: 120 } as const;

interface ReusablePicture {
  readonly picture: Picture;
  readonly drawn: number;
  times: number;
}

/**
 * Hands out pictures: fresh ones, and in a flood some of the last again, so that whoever asks among thousands gets one too.
 * A picture that was given before is as hard to guess as another, and whoever has solved it once saves twenty at most.
 */
export function createPictureSupply(now: () => number): (alphabet: Alphabet) => Promise<Picture> {
  const limited = createSemaphore(1, mostWaiting);
  const mayDraw = createRateLimiter(mostDrawn.pictures, mostDrawn.seconds, now);
  const last: Record<Alphabet, ReusablePicture[]> = { chinese: [], latin: [] };
  let waiting = 0;

  async function draw(alphabet: Alphabet): Promise<Picture> {
    waiting += 1;
    try {
      const picture = await limited(() => drawPicture(alphabet));
      last[alphabet].push({ picture, drawn: now(), times: 0 });
      if (last[alphabet].length > reuse.pictures) last[alphabet].shift();
      return picture;
    } finally {
      waiting -= 1;
    }
  }

  function again(alphabet: Alphabet): Picture {
    last[alphabet] = last[alphabet].filter(({ drawn, times }) => now() - drawn <= reuse.seconds && times < reuse.times);
    // Least often given first.
    const next = last[alphabet].toSorted((one, other) => one.times - other.times)[0];
    if (!next) throw new Problem('server:busy', {}, { status: 429 });
    next.times += 1;
    return next.picture;
  }

  return async (alphabet) => (waiting <= mostWaiting && mayDraw('') ? draw(alphabet) : again(alphabet));
}
