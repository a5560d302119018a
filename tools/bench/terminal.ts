import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import Fastify from 'fastify';
import { copyProject } from '../../tests/support/copyProject.ts';
import { leanEnvironment, leanFlags } from '../lean.ts';

// `npm run bench:terminal`: a million lines from a program to a client of the terminal, beside `… | cat > /dev/null` and a bare
// stream of the same lines; 50 viewers of one run; and what it costs the server's memory. Linux only.
const lines = 1_000_000;
const viewers = 50;
const argv = ['seq', '1', String(lines)] as const;
const password = 'Bench-1234';
const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/** What any author would write: what the program prints, line by line or in the portions in which it comes. */
async function bare(): Promise<void> {
  const app = Fastify();
  app.get('/:chunks', async (request, reply) => {
    const isChunked = (request.params as { chunks: string }).chunks === '1';
    const frame = (data: string): string => `data: ${JSON.stringify({ data, uuid: 'x', extend: '', key: 'seq' })}\n\n`;
    const child = spawn(argv[0], argv.slice(1), { stdio: ['ignore', 'pipe', 'ignore'] });
    reply.hijack();
    let rest = '';
    for await (const part of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
      const all = (rest + part).split('\n');
      rest = all.pop()!;
      const frames = isChunked ? [frame(all.join('\n'))] : all.map(frame);
      for (const each of frames)
        if (!reply.raw.write(each)) await new Promise((resolve) => reply.raw.once('drain', resolve));
    }
    reply.raw.end();
  });
  parentPort!.postMessage(await app.listen({ port: 0, host: '127.0.0.1' }));
}

/** Reads a stream to its end; how many lines it had. */
const read = (address: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    get(address, { headers, agent: false }, (answer) => {
      let count = 0;
      let rest = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) {
          const at = block.indexOf('data: ');
          if (at < 0) continue;
          const { data, control } = JSON.parse(block.slice(at + 6)) as { data: string; control?: true };
          if (control) continue;
          for (let place = 0; place >= 0; place = data.indexOf('\n', place + 1)) count += 1;
        }
      });
      answer.once('end', () => resolve(count)).once('error', reject);
    }).once('error', reject);
  });

async function timed(what: string, work: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const count = await work();
  const seconds = (performance.now() - began) / 1000;
  const perSecond = Math.round(count / seconds);
  console.log(
    `${what.padEnd(44)} ${count} lines in ${seconds.toFixed(2)} s: ${perSecond.toLocaleString('en')} a second`,
  );
  return perSecond;
}

/** Bytes of its own: pages of the database that the system shares with it are not. */
const residentOf = ({ pid }: ChildProcess): number =>
  Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

async function startServer(project: string): Promise<{ server: ChildProcess; address: string }> {
  const server = spawn(process.execPath, [...leanFlags, 'src/server/main.ts'], {
    cwd: project,
    env: {
      PATH: process.env['PATH'],
      ...leanEnvironment,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: join(project, 'data'),
      ADMIN_PASSWORD: password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise<string>((resolve) => {
    server.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const found = /http:\/\/localhost:(\d+)/.exec(text);
      if (found) resolve(`http://127.0.0.1:${found[1]}`);
    });
  });
  return { server, address };
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-terminal-'));
  const project = copyProject(join(folder, 'project'), ['terminal']);
  mkdirSync(join(project, 'plugins/lines'));
  const command = { name: 'lines', label: 'Lines', argv, node: 'terminal/run/use' };
  writeFileSync(
    join(project, 'plugins/lines/server.ts'),
    `export default { name: 'lines', commands: [${JSON.stringify(command)}] };\n`,
  );
  const { server, address } = await startServer(project);
  const worker = new Worker(import.meta.filename);
  let looking: NodeJS.Timeout | undefined;
  try {
    const bareAddress = await new Promise<string>((resolve) => void worker.once('message', resolve));
    const signIn = await fetch(`${address}/api/admin/Index/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    });
    const { data } = (await signIn.json()) as { data: { userInfo: { token: string } } };
    const headers = { batoken: data.userInfo.token };
    const run = (uuid: string, chunks: number) =>
      read(`${address}/api/admin/Terminal/index?command=lines&uuid=${uuid}&extend=&chunks=${chunks}`, headers);
    await run('warm', 1);
    await wait(3000);
    const idle = residentOf(server);
    let most = idle;
    looking = setInterval(() => (most = Math.max(most, residentOf(server))), 50);
    await timed('program | cat > /dev/null', () => {
      const child = spawn('/bin/sh', ['-c', `${argv.join(' ')} | cat > /dev/null`], { stdio: 'ignore' });
      return new Promise((resolve) => child.once('close', () => resolve(lines)));
    });
    for (const chunks of process.argv[2] === 'viewers' ? [] : [1, 0]) {
      const how = chunks === 1 ? 'in portions' : 'an event for each line';
      const other = await timed(`bare stream, ${how}`, () => read(`${bareAddress}/${chunks}`));
      const own = await timed(`terminal, ${how}`, () => run(`one-${chunks}`, chunks));
      console.log(`  ${(own / other).toFixed(2)} of the bare stream`);
    }
    console.log(`memory: ${megabytes(idle)} idle, ${megabytes(most)} at most with one viewer`);
    most = residentOf(server);
    await timed(`terminal, ${viewers} viewers in portions`, async () => {
      const counts = await Promise.all(Array.from({ length: viewers }, () => run('many', 1)));
      if (new Set(counts).size > 1) throw new Error(`They have seen different lines: ${counts.join(', ')}`);
      return counts.reduce((sum, count) => sum + count, 0);
    });
    await wait(3000);
    console.log(
      `memory: ${megabytes(most)} at most with ${viewers} viewers, ${megabytes(residentOf(server))} afterwards`,
    );
  } finally {
    clearInterval(looking);
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('close', resolve));
    await worker.terminate();
    rmSync(folder, { recursive: true, force: true });
  }
}

await (isMainThread ? measure() : bare());
