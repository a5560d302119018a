import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyProject } from '../../tests/support/copyProject.ts';
import { startPostgres } from '../../tests/support/postgres.ts';
import { leanEnvironment, leanFlags } from '../lean.ts';
import { writeSmallPlugins } from './smallPlugins.ts';

// `npm run bench:plugins -- [--postgres]`: how long the server takes to start with 50 small plugins, and what a list costs
// beside them. Processor time too, which others on the machine change less.
const many = 50;
const starts = 5;
const requests = 3000;
const password = 'bench-secret';
/** Clock ticks of the kernel in a second, as `/proc` counts them. */
const ticks = 100;

const postgres = process.argv.includes('--postgres') ? await startPostgres({ durable: true }) : undefined;
const results: string[] = [];
try {
  for (const count of [0, many]) results.push(await measure(count));
} finally {
  await postgres?.stop();
}
console.log(results.join('\n'));

async function measure(count: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-plugins-'));
  try {
    const root = copyProject(join(folder, 'project'));
    writeSmallPlugins(root, count);
    await postgres?.createDatabase(`plugins_${count}`);
    const environment = {
      ...process.env,
      ...leanEnvironment,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: postgres ? `${postgres.url}/plugins_${count}` : '',
      ADMIN_PASSWORD: password,
      HOST: '127.0.0.1',
      PORT: '0',
    };
    const first = await start(root, environment);
    await first.stop();
    const later: Started[] = [];
    while (later.length < starts) {
      const started = await start(root, environment);
      later.push(started);
      if (later.length < starts) await started.stop();
    }
    const cpu = await costOfList(later.at(-1)!);
    await later.at(-1)!.stop();
    const best = later.toSorted((one, other) => one.took - other.took)[0]!;
    const shown = ({ took, cpu: own }: Started): string => `${took.toFixed(0)} ms (${own.toFixed(0)} ms of processor)`;
    return `${count} plugins: first start ${shown(first)}, best of ${starts} later ones ${shown(best)}; a list costs ${cpu.toFixed(3)} ms of processor, ${best.memory} MB when ready`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Started {
  readonly address: string;
  readonly pid: number;
  /** Milliseconds until it was ready, by the clock and of the processor. */
  readonly took: number;
  readonly cpu: number;
  /** Megabytes. */
  readonly memory: number;
  stop(): Promise<void>;
}

async function start(root: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, [...leanFlags, 'src/server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error('The server ended.')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/localhost:\d+/.exec(line)?.[0];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    });
  });
  const took = performance.now() - began;
  const stop = (): Promise<void> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { address, pid: child.pid!, took, cpu: processorTime(child.pid!), memory: memoryOf(child.pid!), stop };
}

/** Milliseconds that the process has had of the processor (proc_pid_stat(5), fields 14 and 15). */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
}

function memoryOf(pid: number): number {
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

/** Milliseconds of the processor for a list of the administrators. */
async function costOfList({ address, pid }: Started): Promise<number> {
  const answer = await fetch(`${address}/api/admin/Index/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  const { data } = (await answer.json()) as { data: { userInfo: { token: string } } };
  const list = async (): Promise<void> => {
    const { status } = await fetch(`${address}/api/admin/auth.Admin/index?limit=10`, {
      headers: { batoken: data.userInfo.token },
    }).then(async (each) => (await each.arrayBuffer(), each));
    if (status !== 200) throw new Error(`The list answered ${status}.`);
  };
  const round = async (count: number): Promise<void> => {
    for (let each = 0; each < count; each += 8) await Promise.all(Array.from({ length: 8 }, list));
  };
  await round(requests);
  const before = processorTime(pid);
  await round(requests);
  return (processorTime(pid) - before) / requests;
}
