import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** Who wants to know that a request goes out. */
const listening = new AsyncLocalStorage<() => void>();
const waiting = new WeakMap<object, () => void>();

interface RequestMessage {
  readonly request: object;
}
// `fetch` tells nobody else: its promise settles with the answer, which may be long in coming.
subscribe('undici:request:create', (told) => {
  const listener = listening.getStore();
  if (listener) waiting.set((told as RequestMessage).request, listener);
});
subscribe('undici:client:sendHeaders', (told) => waiting.get((told as RequestMessage).request)?.());

/** Calls with each request of `work` that has a connection and is written to it. */
export const noticeSent = <T>(onSent: () => void, work: () => Promise<T>): Promise<T> => listening.run(onSent, work);
