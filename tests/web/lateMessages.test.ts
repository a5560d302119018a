import { beforeEach, expect, it } from 'vitest';
import { LateMessages, type Messages } from '../../src/web/messages/lateMessages.ts';

const said: string[] = [];
/** What antd gives, as far as these messages go. */
function antd(): Messages {
  const shown = (kind: string) => (content: { content?: string } | string) => {
    said.push(`${kind} ${typeof content === 'object' ? content.content : content}`);
    // oxlint-disable-next-line unicorn/no-thenable -- antd's own is one
    return Object.assign(() => said.push(`closed ${kind}`), { then: (end: (done: boolean) => void) => end(true) });
  };
  const kinds = ['success', 'error', 'open', 'destroy'];
  return Object.fromEntries(kinds.map((kind) => [kind, shown(kind)])) as unknown as Messages;
}

beforeEach(() => void (said.length = 0));

it('shows what was said before the code was there, in its order, and fetches it with each message', async () => {
  const asked: unknown[] = [];
  const late = new LateMessages((content) => asked.push(content));
  const close = late.message.success('saved');
  const ended = late.message.open({ content: 'wait' }).then((done) => done);
  late.message.destroy('offer');
  close();
  expect([asked, said]).toEqual([['saved', 'wait'], []]);
  late.arrive(antd());
  expect(await ended).toBe(true);
  expect(said.toSorted()).toEqual(['closed success', 'destroy offer', 'open wait', 'success saved']);
});

it('does not show later what could not be shown in time', async () => {
  const late = new LateMessages(() => {});
  late.message.error('gone');
  late.drop();
  late.message.error('here');
  late.arrive(antd());
  await expect.poll(() => said).toEqual(['error here']);
});
