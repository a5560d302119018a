import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { testPlugin, type TestServer } from '#test';
import { startBucketServer, type BucketServer } from './bucketServer.ts';
import { send } from './send.ts';
import { watchSteps } from './steps.ts';
import { plugins, put, secret, setUp, type Person } from './strangers.ts';

let bucket: BucketServer;
beforeAll(async () => {
  bucket = await startBucketServer();
});
afterAll(() => bucket.close());
const steps = watchSteps();
const [uploads, ...others] = plugins();
const watched = [steps.watched(uploads!), ...others];

/** Some content that nobody has, all of it equally long. */
let contents = 0;
type Content = Uint8Array;
const words = async (): Promise<Content> => Buffer.from(`words that nobody has ${10_000 + contents++}`);
/** With a place in it, so that it is written anew. */
const photo = async (): Promise<Content> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } })
    .withExif({ IFD0: { Copyright: String(10_000 + contents++) }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();

const form =
  (server: TestServer, name: string, fields: Record<string, string> = {}) =>
  async ({ token, realm }: Person, bytes: Content): Promise<void> => {
    expect((await send(server, { bytes, name, token, realm, fields })).msg).toBe('');
  };
async function inParts({ tus }: Person, bytes: Content): Promise<void> {
  const path = await tus.begin(bytes.length, { filename: 'a.txt', filetype: 'text/plain', sha1: hash(bytes) });
  await tus.patch(path, 0, bytes.subarray(0, 5));
  await tus.patch(path, 5, bytes.subarray(5));
  expect((await tus.file(path)).code).toBe(1);
}
async function direct(person: Person, bytes: Content): Promise<void> {
  const facts = { size: bytes.length, sha1: hash(bytes) };
  const policy = await person.policy(facts);
  expect(await put(policy, bytes)).toBe(200);
  expect((await person.callback(policy.key, facts)).msg).toBe('');
}
const hash = (bytes: Content): string => createHash('sha1').update(bytes).digest('hex');

async function compare(server: TestServer): Promise<void> {
  const pairs = await setUp(server, bucket);
  bucket.intercept(({ method, url }) => {
    steps.note(`bucket ${method} ${url!.includes('incoming') ? 'incoming' : ''}`);
    return undefined;
  });
  const admin = await server.signIn();
  const takesNew = (bucket_takes_new: 0 | 1) =>
    server.request('POST', '/api/admin/routine.Config/edit', { token: admin, body: { bucket_takes_new } });
  const ways = {
    'a form': [0, words, form(server, 'a.txt')],
    'a photo with its place': [0, photo, form(server, 'a.jpg')],
    'a private file': [0, words, form(server, 'a.txt', secret)],
    'in parts': [0, words, inParts],
    'a form to a bucket': [1, words, form(server, 'a.txt')],
    'in parts to a bucket': [1, words, inParts],
    'straight to a bucket': [1, words, direct],
  } as const;
  for (const [way, [isThere, make, upload]] of Object.entries(ways)) {
    await takesNew(isThere);
    for (const [owner, stranger] of pairs) {
      const [theirs, nobodys] = [await make(), await make()];
      await upload(owner, theirs);
      const ofNobody = await steps.of(() => upload(stranger, nobodys));
      const ofOwner = await steps.of(() => upload(stranger, theirs));
      const what = `${way}, ${owner.realm} and ${stranger.realm}`;
      expect(ofOwner, what).toEqual(ofNobody);
      expect(ofOwner.steps, what).toContainEqual(expect.stringMatching(/^INSERT INTO "attachment" .* 1$/));
      // One's own is known; that it shows here proves that it would be seen.
      const again = await steps.of(() => upload(stranger, nobodys));
      expect(again.steps, what).not.toEqual(ofNobody.steps);
      expect(again.steps.join('\n'), what).not.toContain('INSERT INTO "attachment"');
    }
  }
}

/** The clock stands still: what a moment ago was written with the same second is not written again. */
const second = Math.floor(Date.now() / 1000);
testPlugin('a file that somebody else has is stored by the very steps of one that nobody has', watched, compare, {
  now: () => second,
});
