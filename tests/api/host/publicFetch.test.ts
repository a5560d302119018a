import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicFetch } from '../../../src/server/host/publicFetch.ts';
import { networkIn } from '../../../src/server/shared/addresses.ts';

const loopback = networkIn('127.0.0.1')!;
let server: Server;
let at: string;
const asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
const closing: { close(): Promise<void> }[] = [];
const open = (...given: Parameters<typeof publicFetch>) => {
  const made = publicFetch(...given);
  closing.push(made);
  return made;
};
beforeAll(async () => {
  server = createServer(({ method, url = '', headers }, answer) => {
    asked.push({ method, url, headers });
    const [, what, rest] = /^\/(\w+)\/?(.*)$/.exec(url)!;
    if (what === 'to')
      answer.writeHead(Number(rest!.slice(0, 3)), { location: decodeURIComponent(rest!.slice(4)) }).end();
    else if (what === 'bytes') answer.end(Buffer.alloc(Number(rest)));
    else if (what === 'hang') answer.write('x');
    else answer.end('hello');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await Promise.all(closing.map((each) => each.close()));
  server.closeAllConnections();
  server.close();
});
const causeOf = async (call: Promise<unknown>): Promise<string> => {
  const error = (await call.then(
    () => new Error('was answered'),
    (given: unknown) => given,
  )) as Error;
  return `${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`;
};
const port = () => new URL(at).port;
const to = (status: number, url: string) => `${at}/to/${status}/${encodeURIComponent(url)}`;

describe('host.fetch', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '[fd00::1]',
    '[fe80::1]',
    '100.64.0.1',
    'localhost',
  ])('refuses %s', async (host) => {
    asked.length = 0;
    expect(await causeOf(open({ allowed: [] })(`http://${host}:${port()}/`))).toContain('calls no private address');
    expect(asked).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'ftp://example.com', 'data:text/plain,x'])('refuses %s', async (url) => {
    expect(await causeOf(open({ allowed: [loopback] })(url))).toContain('http and https only');
  });

  it('calls what the environment allows, and nothing beside it', async () => {
    const fetch = open({ allowed: [loopback] });
    expect(await (await fetch(`${at}/x`)).text()).toBe('hello');
    expect(await causeOf(fetch(`http://127.0.0.2:${port()}/x`))).toContain('calls no private address');
    expect(await causeOf(fetch(at.replace('://', '://a:b@')))).toContain('in headers only');
  });

  it('connects to the address that it has looked at, whatever the name leads to later', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    let times = 0;
    const fetch = open({
      allowed: [loopback],
      resolve: (_host, done) => done(null, [{ address: answers[times++]!, family: 4 }]),
    });
    const url = `http://rebind.test:${port()}/x`;
    expect(await (await fetch(url, { headers: { connection: 'close' } }).catch(() => fetch(url))).text()).toBe('hello');
    expect(times).toBe(1);
    const other = open({
      allowed: [loopback],
      resolve: (_host, done) =>
        done(null, [
          { address: '127.0.0.2', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    });
    expect(await (await other(url)).text()).toBe('hello');
    const closed = open({
      allowed: [loopback],
      resolve: (_host, done) => done(null, [{ address: '10.0.0.1', family: 4 }]),
    });
    expect(await causeOf(closed(url))).toContain('calls no private address');
  });

  it('looks at each redirect again, and takes secrets to no other server', async () => {
    const fetch = open({
      allowed: [loopback],
      resolve: (_host, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    expect(await causeOf(fetch(to(302, 'http://10.0.0.1/')))).toContain('calls no private address');
    expect(await causeOf(fetch(to(302, 'file:///etc/passwd')))).toContain('http and https only');
    // A name that is led on to is looked at like any other: what it means is asked when it is connected to.
    const leads: Record<string, string> = { 'inner.test': '10.0.0.1', 'metadata.test': '169.254.169.254' };
    const named = open({
      allowed: [loopback],
      resolve: (host, done) => done(null, [{ address: leads[host] ?? '127.0.0.1', family: 4 }]),
    });
    for (const [status, name] of [
      [302, 'inner.test'],
      [307, 'metadata.test'],
    ] as const)
      expect(await causeOf(named(to(status, `http://${name}:${port()}/`), { method: 'POST', body: 'x' }))).toContain(
        'calls no private address',
      );
    asked.length = 0;
    const headers = { authorization: 'secret', cookie: 'a=b', 'x-own': '1' };
    expect(await (await fetch(to(302, '/same'), { headers })).text()).toBe('hello');
    expect(await (await fetch(to(307, `http://other.test:${port()}/other`), { headers })).text()).toBe('hello');
    const sent = asked
      .filter(({ url }) => !url!.startsWith('/to'))
      .map(({ url, headers: got }) => [url, got.authorization, got.cookie, got['x-own']]);
    expect(sent).toEqual([
      ['/same', 'secret', 'a=b', '1'],
      ['/other', undefined, undefined, '1'],
    ]);
    asked.length = 0;
    await fetch(to(303, '/after'), { method: 'POST', body: 'x' });
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('follows no circle, takes no endless answer, and waits for none', async () => {
    const fetch = open({ allowed: [loopback] });
    const circle = (depth: number): string => (depth === 0 ? '/x' : `/to/302/${encodeURIComponent(circle(depth - 1))}`);
    expect(await (await fetch(`${at}${circle(4)}`)).text()).toBe('hello');
    expect(await causeOf(fetch(`${at}${circle(6)}`))).toContain('more than 5 times');
    expect((await (await fetch(`${at}/bytes/1000`, { limit: 1000 })).arrayBuffer()).byteLength).toBe(1000);
    expect(await causeOf((await fetch(`${at}/bytes/1001`, { limit: 1000 })).arrayBuffer())).toContain(
      'longer than 1000 bytes',
    );
    const hanging = await fetch(`${at}/hang`, { timeout: 300 });
    expect(await causeOf(hanging.text())).toMatch(/timeout|aborted/i);
  });
});
