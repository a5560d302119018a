import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { casesOf, type Case } from './bench/cases.ts';
import { buildWeb } from './buildWeb.ts';
import { measureBrowser } from './bench/browser.ts';
import { answerOf, measure, startServer, stopServer, type Measured, type Server } from './bench/measure.ts';
import { seed } from './bench/seed.ts';
import { seedPostgres } from './bench/seedPostgres.ts';
import { measureWorst } from './bench/worst.ts';

// `npm run bench -- [rows …] [part of a case's name] [--postgres] [--worst]`: our list, search, get, add and edit beside a bare
// Fastify endpoint with prepared statements that gives the same bytes, in turns and in one run. `--worst`: how long others
// wait while ten people do their worst.
const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
const given = args.filter((arg) => /^\d+$/.test(arg)).map(Number);
const [onPostgres, withWorst] = [args.includes('--postgres'), args.includes('--worst')];
const sizes = given.length > 0 ? given : [100_000, 600_000];
const part = args.find((arg) => !/^(?:\d+|--.*)$/.test(arg)) ?? '';
const seconds = Number(process.env['SECONDS'] || 3);

const password = 'bench-secret';
const withBrowser = 'browser'.includes(part) && !onPostgres && !withWorst;
let isMet = true;
if (withBrowser) await buildWeb();
for (const rows of sizes) await compare(rows);
process.exitCode = isMet ? 0 : 1;

async function compare(rows: number): Promise<void> {
  const place = await (onPostgres ? postgresPlace : sqlitePlace)(rows);
  const began = performance.now();
  const servers = [
    await startServer('ours.ts', [], { DATA_DIR: place.folder, ADMIN_PASSWORD: password, DATABASE_URL: place.ours }),
    await startServer(onPostgres ? 'barePostgres.ts' : 'bare.ts', [place.bare]),
  ] as const;
  console.log(`\nBoth ready after ${(performance.now() - began).toFixed(0)} ms; ours holds ${memoryOf(servers[0])}`);
  try {
    const ours = await signedIn(servers[0]);
    if (!withWorst) await compareServers(rows, ours, servers[1]);
    else if (!(await measureWorst(ours, seconds))) isMet = false;
  } finally {
    await Promise.all(servers.map(stopServer));
    await place.clear();
  }
}

/** Where the rows are, for our server and the bare one. */
interface Place {
  readonly folder: string;
  readonly ours: string;
  readonly bare: string;
  clear(): Promise<void>;
}

async function sqlitePlace(rows: number): Promise<Place> {
  const stored = join(root, '.cache/bench', String(rows));
  await seed(stored, rows, root);
  // Rows are added and changed: the next run begins with the same ones.
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  cpSync(stored, folder, { recursive: true });
  writeOut(folder);
  return {
    folder,
    ours: '',
    bare: join(folder, 'bare.sqlite'),
    clear: async () => rmSync(folder, { recursive: true }),
  };
}

async function postgresPlace(rows: number): Promise<Place> {
  const { ours, bare, stop } = await seedPostgres(rows, root);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const clear = async (): Promise<void> => {
    await stop();
    rmSync(folder, { recursive: true });
  };
  return { folder, ours, bare, clear };
}

/** What the copy has left to be written would be waited for by the first commits that are measured. */
function writeOut(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = openSync(join(folder, name), 'r+');
    fsyncSync(file);
    closeSync(file);
  }
}

async function compareServers(rows: number, ours: Server, bare: Server): Promise<void> {
  console.log(`\n${rows.toLocaleString('en')} rows${' '.repeat(28)}ours/s     bare/s      ratio    aim    p99 ours`);
  for (const each of casesOf(rows)) {
    if (each.name.includes(part)) await show(each, ours, bare);
  }
  console.log(`Memory of ours after all of it: ${memoryOf(ours)}`);
  if (withBrowser && !(await measureBrowser(ours, password))) isMet = false;
}

async function show(each: Case, ours: Server, bare: Server): Promise<void> {
  if (!each.body && (await answerOf(ours, each)) !== (await answerOf(bare, each))) {
    isMet = false;
    console.log(`${each.name.padEnd(36)} the two answers differ`);
    return;
  }
  const [own, other] = [await measure(ours, each, seconds), await measure(bare, each, seconds)];
  const ratio = own.perSecond / other.perSecond;
  if (ratio < each.aim || own.failed + other.failed > 0) isMet = false;
  console.log(lineOf(each, own, other, ratio));
}

function lineOf({ name, aim }: Case, own: Measured, other: Measured, ratio: number): string {
  const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
  const columns = [
    number(own.perSecond).padStart(9),
    number(other.perSecond).padStart(10),
    `${number(ratio)}×`.padStart(10),
    `${aim}×`.padStart(6),
    `${number(own.p99)} ms`.padStart(11),
  ];
  const failures =
    own.failed + other.failed > 0 ? `  ${own.failed} of ours and ${other.failed} of the bare answers failed` : '';
  return `${name.padEnd(36)} ${columns.join(' ')}${ratio < aim ? '  below the aim' : ''}${failures}`;
}

/** What the process holds by itself; pages of the database file that are mapped into it are the system's. */
function memoryOf({ child }: Server): string {
  const status = `/proc/${child.pid}/status`;
  const kilobytes = existsSync(status) ? /^RssAnon:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  return kilobytes === undefined ? 'memory unknown' : `${Math.round(Number(kilobytes) / 1024)} MB`;
}

async function signedIn(server: Server): Promise<Server> {
  const body = JSON.stringify({ username: 'admin', password });
  const answer = await fetch(`${server.address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { data } = (await answer.json()) as { data: { userInfo: { token: string } } };
  return { ...server, headers: { batoken: data.userInfo.token } };
}
