import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { timeAllowed } from '../../src/server/routes/timeAllowed.ts';

/** A request of which so many bytes more have come whenever somebody looks. */
const requestWith = (step: number): IncomingMessage => {
  let bytes = 0;
  return {
    socket: {
      get bytesRead() {
        return (bytes += step);
      },
    },
  } as IncomingMessage;
};
const slow = () => new Promise((resolve) => setTimeout(resolve, 100, 'done'));

it('counts anew while bytes of the body come', async () => {
  await expect(timeAllowed(10, requestWith(1), slow)).resolves.toBe('done');
});

it('ends for a job that has had its time, and nothing has come', async () => {
  await expect(timeAllowed(10, requestWith(0), slow)).rejects.toThrow('took longer than 10 ms');
});

it('gives on what the job throws at once', async () => {
  const failing = () => {
    throw new Error('broke');
  };
  await expect(timeAllowed(10, requestWith(0), failing)).rejects.toThrow('broke');
});
