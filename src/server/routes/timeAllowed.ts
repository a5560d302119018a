import type { IncomingMessage } from 'node:http';
import { TimeLimitError } from '../shared/timeLimit.ts';

/**
 * Does the job; rejects with `TimeLimitError` when it has not ended in that many milliseconds in which nothing came of the
 * request either: a body that is read by the handler may take as long as it keeps its rate.
 */
export function timeAllowed<T>(
  milliseconds: number,
  { socket }: IncomingMessage,
  job: () => T | Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      if (socket.bytesRead === before) reject(new TimeLimitError(milliseconds));
      before = socket.bytesRead;
    }, milliseconds);
    (async () => await job())()
      .then(resolve, reject)
      .finally(() => clearInterval(timer));
  });
}
