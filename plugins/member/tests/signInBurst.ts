import { parentPort, workerData } from 'node:worker_threads';

/** What the thread is given: as many requests at once, each from an address of its own. */
export interface Burst {
  /** Sign-ins of names that nobody has, or, to compare with, requests for a small file. */
  readonly of: 'sign-ins' | 'files';
  readonly address: string;
  readonly round: number;
  readonly attempts: number;
}

/** In a thread of its own: what it costs to send them must not be taken for what it costs to answer. */
const { of, address, round, attempts } = workerData as Burst;
const counts: Record<string, number> = {};
await Promise.all(
  Array.from({ length: attempts }, async (_, at) => {
    const headers = { 'x-forwarded-for': `198.51.${round}.${at}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ tab: 'login', username: `nobody${round}x${at}`, password: 'Wrong-Horse 1' });
    const answer = await (of === 'files'
      ? fetch(`${address}/config.json`, { headers })
      : fetch(`${address}/api/user/checkIn`, { method: 'POST', headers, body }));
    const { msg = of } = (await answer.json()) as { msg?: string };
    counts[msg] = (counts[msg] ?? 0) + 1;
  }),
);
parentPort!.postMessage(counts);
