import { http } from './http.ts';

const wanted = new Map<string, object>();
let sending: Promise<unknown> = Promise.resolve();

/**
 * Sends what somebody prefers, one call after the other, so that the server keeps what they chose last; what is chosen anew under
 * the same key while it waits is sent instead. Failures are shown as those of any call.
 */
export function saveLast(key: string, url: string, body: Readonly<Record<string, unknown>>): void {
  wanted.set(key, body);
  sending = sending.then(async () => {
    if (wanted.get(key) !== body) return;
    wanted.delete(key);
    await http.post(url, body).catch(() => {});
  });
}
