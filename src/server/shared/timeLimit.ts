import { Problem } from '#resource';

/** A job of foreign code took longer than it may. */
export class TimeLimitError extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(`took longer than ${milliseconds} ms`);
    this.name = 'TimeLimitError';
    this.milliseconds = milliseconds;
  }
}

/** Does the job; rejects with `TimeLimitError` when it has not ended by then. What it does later is heard by nobody. */
export function within<T>(milliseconds: number, job: () => Promise<T> | T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeLimitError(milliseconds)), milliseconds);
  });
  const done = (async () => job())();
  return Promise.race([done, late]).finally(() => clearTimeout(timer));
}

/** What the sender of a write is told when foreign code within it has not ended in time. Doing it again would take as long again. */
export class TooSlow extends Problem {
  constructor(key = 'rows:hookTooSlow') {
    super(key);
  }
}
