import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import Fastify from 'fastify';
import { definePlugin, eventStream, type StreamEvent } from '#plugin';
import { createApp } from '../../src/server/app.ts';
import { loadResources } from '../../src/server/loading/loadResources.ts';

// `npm run bench:routes`: a stream of small events to 500 clients beside a bare Fastify route, and a body of a gigabyte.
const root = join(import.meta.dirname, '../..');
const clients = 500;
const seconds = 8;
const gigabyte = 1_073_741_824;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;
const rss = (): number => process.memoryUsage().rss;

async function* tick(): AsyncGenerator<StreamEvent> {
  for (let id = 1; ; id += 1) yield { id, data: { n: id, text: 'a small event' } };
}

const plugin = definePlugin({
  name: 'bench',
  routes: [
    { method: 'GET', url: '/bench/events', node: 'everyone', handler: () => eventStream(tick()) },
    {
      method: 'POST',
      url: '/bench/upload',
      node: 'everyone',
      body: { as: 'multipart', limit: gigabyte + 1_048_576, leastRate: 1000 },
      async handler(request) {
        let size = 0;
        for await (const part of request.parts())
          if (part.type === 'file') for await (const chunk of part.file as AsyncIterable<Buffer>) size += chunk.length;
        return size;
      },
    },
  ],
});

/** What any author would write: the same events, with the back-pressure of a stream. */
async function bare(): Promise<{ address: string; close(): Promise<unknown> }> {
  const app = Fastify();
  app.get('/api/bench/events', (_request, reply) => {
    const frames = async function* () {
      for await (const { id, data } of tick()) {
        yield `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
        if (Number(id) % 50 === 0) await new Promise(setImmediate);
      }
    };
    return reply.type('text/event-stream').send(Readable.from(frames()));
  });
  return { address: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}

/** Reads 500 streams in a thread of its own; the events that came in each second. */
function readAll(address: string): Promise<number> {
  return new Promise((resolve) => {
    const worker = new Worker(import.meta.filename, { workerData: { address } });
    worker.on('message', resolve);
  });
}

function read({ address }: { address: string }): void {
  let events = 0;
  const agent = new Agent({ maxSockets: Infinity });
  for (let n = 0; n < clients; n += 1)
    request(
      `${address}/api/bench/events`,
      { agent, headers: { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` } },
      (answer) =>
        answer.on('data', (chunk: Buffer) => {
          for (let at = chunk.indexOf('\n\n'); at >= 0; at = chunk.indexOf('\n\n', at + 2)) events += 1;
        }),
    )
      .on('error', () => {})
      .end();
  setTimeout(() => {
    parentPort!.postMessage(Math.round(events / seconds));
    setTimeout(() => process.exit(), 100);
  }, seconds * 1000);
}

async function measured(name: string, address: string): Promise<void> {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(rss()), 1000);
  const perSecond = await readAll(address);
  clearInterval(timer);
  console.log(
    `${name}: ${perSecond} events a second to ${clients} clients; memory ${samples.map(megabytes).join(', ')}`,
  );
}

function upload(address: string): Promise<string> {
  const head = '--x\r\ncontent-disposition: form-data; name="f"; filename="f.bin"\r\n\r\n';
  const tail = '\r\n--x--\r\n';
  const piece = Buffer.alloc(1_048_576);
  return new Promise((resolve, reject) => {
    const sent = request(
      `${address}/api/bench/upload`,
      {
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': gigabyte + head.length + tail.length,
        },
      },
      (answer) => answer.setEncoding('utf8').on('data', resolve),
    ).on('error', reject);
    sent.write(head);
    let left = gigabyte;
    const more = (): void => {
      while (left > 0) {
        left -= piece.length;
        if (!sent.write(piece)) return void sent.once('drain', more);
      }
      sent.end(tail);
    };
    more();
  });
}

async function measure(): Promise<void> {
  const plain = await bare();
  await measured('bare Fastify', plain.address);
  await plain.close();
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const loaded = await loadResources(root);
  const app = await createApp(
    {
      port: 0,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: undefined,
      adminPassword: undefined,
      timeZone: 'Asia/Shanghai',
      // Each client counts as one.
      trustProxy: '127.0.0.1',
      root,
    },
    { loaded: { ...loaded, plugins: [...loaded.plugins, plugin] } },
  );
  const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
  await measured('a route of a plugin', address);
  const before = rss();
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(rss()), 500);
  const began = performance.now();
  const answer = await upload(address);
  clearInterval(timer);
  console.log(
    `a multipart body of 1 GB: ${Math.round(gigabyte / 1_048_576 / ((performance.now() - began) / 1000))} MB a second, sender in the same thread; memory ${megabytes(before)} before, ${megabytes(Math.max(...samples))} at the most; ${answer}`,
  );
  await app.close();
  rmSync(dataDir, { recursive: true });
}

if (isMainThread) {
  await measure();
  process.exit();
} else read(workerData as { address: string });
