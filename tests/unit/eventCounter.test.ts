import { expect, it } from 'vitest';
import { EventCounter } from '../../src/server/security/eventCounter.ts';
import { entryOf, sourceOf, type SecurityEvent } from '../../src/server/security/securityEvent.ts';

const refused = (requestId: string): SecurityEvent => ({
  kind: 'forbidden',
  outcome: 'refused',
  caller: { realm: 'admin', id: 7, username: 'nina', ip: '203.0.113.5', requestId },
  target: '/admin/auth.admin/manifest',
});
const add = (counter: EventCounter, event: SecurityEvent) =>
  counter.add(entryOf(event, 100), sourceOf(event), () => {});

it('names the request of what is counted alone, which is not that of the first', () => {
  const counter = new EventCounter();
  expect(add(counter, refused('one'))).toMatchObject({ request_id: 'one', times: 1 });
  expect(add(counter, refused('two'))).toBeUndefined();
  expect(counter.flush()).toMatchObject([{ request_id: 'two', times: 1 }]);
});

it('names no request for several', () => {
  const counter = new EventCounter();
  for (const request of ['one', 'two', 'three']) add(counter, refused(request));
  expect(counter.flush()).toMatchObject([{ request_id: '', times: 2 }]);
});
