import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';

// `npm run bench:upload`: a gigabyte by curl to the upload plugin and to a bare Fastify route that writes and hashes; a list of
// 100,000 attachments beside the log of as many rows; the list while twenty files arrive. Needs curl. `npm run bench:upload lists`
// does one of `gigabytes`, `lists` and `twenty`. Files are in the folder for temporary files: TMPDIR=/dev/shm leaves the disk out.
const root = join(import.meta.dirname, '../..');
const gigabyte = 1_073_741_824;
const password = 'Bench-Only-1';
/** The bare server writes into the folder of who has started it, who removes it. */
const folder = process.argv[3] ?? mkdtempSync(join(tmpdir(), 'bench-upload-'));

/** What any author would write: the file written and hashed on its way. Unlike ours it does not wait until the disk has it. */
async function bare(): Promise<void> {
  const app = Fastify({ bodyLimit: 2 * gigabyte });
  await app.register(multipart, { limits: { fileSize: 2 * gigabyte } });
  app.post('/upload', async (request) => {
    const part = await request.file();
    const hash = createHash('sha1');
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    await pipeline(part!.file, hashing, createWriteStream(join(folder, crypto.randomUUID())));
    return hash.digest('hex');
  });
  process.send!(await app.listen({ port: 0, host: '127.0.0.1' }));
}

interface Server {
  readonly address: string;
  readonly child: ChildProcess;
  token?: string;
}

async function startBare(): Promise<Server> {
  const child = spawn(process.execPath, [import.meta.filename, 'bare', folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return { child, address: await new Promise<string>((resolve) => child.once('message', resolve as () => void)) };
}

/** Ends a server; resolves when it writes nothing more. */
async function ended({ child }: Server): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await exit;
}

async function startOurs(): Promise<Server> {
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    ADMIN_PASSWORD: password,
    NODE_ENV: 'production',
  };
  const child = spawn(process.execPath, ['src/server/main.ts'], { cwd: root, env, stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${address}/config.json`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((r) => setTimeout(r, 200));
  const { userInfo } = await call({ address, child }, 'POST', 'Index/login', { username: 'admin', password });
  const server = { address, child, token: (userInfo as { token: string }).token };
  await call(server, 'POST', 'routine.Config/edit', { upload_maxsize: 2 * gigabyte, upload_mimetype: '*' });
  return server;
}

async function call(
  { address, token }: Server,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...(token && { batoken: token }) };
  const answer = await fetch(`${address}/api/admin/${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Record<string, unknown> };
  if (code !== 1) throw new Error(`${path}: ${code} ${msg}`);
  return data;
}

/** Megabytes that the process holds now. */
const memory = ({ child }: Server): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024);

/** Seconds of processor time that the process has used. */
function processorTime({ child }: Server): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Sends a file by curl; seconds that it took. */
const send = (server: Server, path: string, file: string): Promise<number> => sending(server, path, file).seconds;

function sending(server: Server, path: string, file: string): { curl: ChildProcess; seconds: Promise<number> } {
  const began = performance.now();
  const token = server.token ? ['-H', `batoken: ${server.token}`] : [];
  const form = ['-sSf', '-o', '/dev/null', '-F', `file=@${file}`];
  const curl = spawn('curl', [...form, ...token, `${server.address}${path}`], { stdio: 'inherit' });
  const seconds = new Promise<number>((resolve, reject) => {
    curl.once('exit', (code) =>
      code === 0 ? resolve((performance.now() - began) / 1000) : reject(new Error(`curl ended with ${code}`)),
    );
  });
  return { curl, seconds };
}

async function writeRandom(path: string, size: number): Promise<void> {
  const file = await open(path, 'w');
  for (let left = size; left > 0; left -= 1_048_576) await file.write(randomBytes(1_048_576));
  await file.close();
}

/** One file to both, who comes first in turns; each sees bytes that it has not seen. */
async function gigabytes(ours: Server): Promise<void> {
  const plain = await startBare();
  const both = { bare: [plain, '/upload'], ours: [ours, '/api/admin/ajax/upload'] } as const;
  const took = { bare: [] as Taken[], ours: [] as Taken[] };
  for (let run = 0; run < 6; run += 1) {
    const file = join(folder, `giga-${run}`);
    await writeRandom(file, gigabyte);
    const before = memory(ours);
    for (const name of run % 2 === 0 ? (['bare', 'ours'] as const) : (['ours', 'bare'] as const))
      took[name].push(await taken(both[name][0], both[name][1], file));
    const [bare, own] = [took.bare.at(-1)!, took.ours.at(-1)!];
    console.log(
      `1 GB, run ${run + 1}: bare ${shown(bare)}; ours ${shown(own)}; memory ${before} MB before, ${own.memory} MB at the most; load ${loadavg()[0]!.toFixed(1)}`,
    );
    rmSync(file);
  }
  await ended(plain);
  const ratio = (of: (taken: Taken) => number): number =>
    Math.round(100 * middle(took.ours.map((own, run) => of(took.bare[run]!) / of(own))));
  console.log(
    `1 GB: POST ajax/upload has ${ratio(({ seconds }) => seconds)} % of the throughput of bare Fastify (median of the pairs), and ${ratio(({ processor }) => processor)} % of what it does with a second of processor time`,
  );
}

/** How one file went. */
interface Taken {
  readonly seconds: number;
  /** Seconds of processor time. */
  readonly processor: number;
  /** Megabytes at the most. */
  readonly memory: number;
}

const shown = ({ seconds, processor }: Taken): string =>
  `${Math.round(1024 / seconds)} MB/s (${processor.toFixed(1)} s of processor time)`;

const middle = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
};

async function taken(server: Server, path: string, file: string): Promise<Taken> {
  const samples = [memory(server)];
  const timer = setInterval(() => samples.push(memory(server)), 250);
  const before = processorTime(server);
  const seconds = await send(server, path, file);
  clearInterval(timer);
  return { seconds, processor: processorTime(server) - before, memory: Math.max(...samples) };
}

function fill(count: number): void {
  const database = new DatabaseSync(join(folder, 'data', 'data.sqlite'));
  const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)';
  database.exec('pragma busy_timeout = 5000');
  database
    .prepare(
      `${numbers} insert or ignore into attachment
       (version, create_time, update_time, name, topic, url, size, mimetype, suffix, storage, is_private, quote,
        admin_id, last_upload_time, unused_time, sha1, sent_sha1, "identity", "key")
       select 1, 1700000000 + i, 1700000000 + i, 'photo ' || i || '.jpg', 'default', '/storage/' || i || '.jpg', i,
        'image/jpeg', 'jpg', 'local', 0, 0, 1, 1700000000 + i, null, '', '', 'id ' || i, 'key ' || i from n`,
    )
    .run(count);
  database
    .prepare(
      `${numbers} insert into admin_log (admin_id, username, title, url, ip, useragent, create_time)
       select 1, 'admin', 'photo ' || i, '/admin/' || i, '127.0.0.1', 'Mozilla', 1700000000 + i from n`,
    )
    .run(count);
  database.close();
}

/** Milliseconds of requests one after the other, to each of the lists in turn: the middle one, and the one that 99 % are below. */
async function timed(server: Server, lists: readonly string[], until: () => boolean): Promise<string[]> {
  const times = lists.map((): number[] => []);
  // The first search after rows came from elsewhere indexes them.
  for (const list of lists) await call(server, 'GET', list);
  while (!until())
    for (const [at, list] of lists.entries()) {
      const began = performance.now();
      await call(server, 'GET', list);
      times[at]!.push(performance.now() - began);
    }
  return times.map(spread);
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number): string => sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1);
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms of ${sorted.length}`;
}

const after = (seconds: number): (() => boolean) => {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
};

async function lists(ours: Server): Promise<void> {
  fill(100_000);
  for (const [what, query, ofLog = query] of [
    ['first page', 'limit=20'],
    ['page 4,000', 'limit=20&page=4000'],
    ['search', 'limit=20&quickSearch=photo 99'],
    ['all of one value', `limit=20&${equal('topic', 'default')}`, `limit=20&${equal('username', 'admin')}`],
  ] as const) {
    const both = [`routine.attachment/index?${query}`, `auth.adminLog/index?${ofLog}`];
    const [files, log] = await timed(ours, both, after(8));
    console.log(`100,000 rows, ${what}: attachments ${files}; administrators' log ${log}`);
  }
}

const equal = (field: string, value: string): string =>
  `search[0][field]=${field}&search[0][val]=${value}&search[0][operator]=eq`;

async function twenty(ours: Server): Promise<void> {
  const files = await Promise.all(
    Array.from({ length: 20 }, async (_each, at) => {
      const path = join(folder, `part-${at}`);
      await writeRandom(path, 104_857_600);
      return path;
    }),
  );
  // A list as people have it: of an empty one nothing is read, and what is written is too short to be compressed.
  fill(1000);
  const list = 'routine.attachment/index?limit=20';
  await timed(ours, [list], after(4));
  let isDone = false;
  const uploads = files.map((path) => sending(ours, '/api/admin/ajax/upload', path));
  const arrived = Promise.all(uploads.map(({ seconds }) => seconds));
  void arrived.finally(() => (isDone = true));
  const times = { idle: [] as number[], busy: [] as number[] };
  // All that sends stands still every other second: what else the machine does falls on both.
  for (let turn: keyof typeof times = 'busy'; !isDone; turn = turn === 'busy' ? 'idle' : 'busy') {
    for (const { curl } of uploads) curl.kill(turn === 'busy' ? 'SIGCONT' : 'SIGSTOP');
    const isOver = after(1);
    // What is on its way still belongs to the turn before.
    for (const isNext = after(0.1); !isNext();) await call(ours, 'GET', list);
    while (!isOver() && !isDone) {
      const began = performance.now();
      await call(ours, 'GET', list);
      times[turn].push(performance.now() - began);
    }
  }
  console.log(`the list, idle: ${spread(times.idle)}`);
  console.log(`the list, while 20 files of 100 MB arrive: ${spread(times.busy)}`);
  await arrived;
  console.log(`20 files of 100 MB: memory ${memory(ours)} MB, load ${loadavg()[0]!.toFixed(1)}`);
}

if (process.argv[2] === 'bare') await bare();
else {
  const ours = await startOurs();
  try {
    const only = process.argv[2];
    for (const part of [gigabytes, lists, twenty]) if (only === undefined || only === part.name) await part(ours);
  } finally {
    await ended(ours);
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit();
}
