import { spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase } from './clusterDatabases.ts';
import { findPostgresPrograms, type PostgresPrograms } from './postgresPrograms.ts';

export interface RunningPostgres {
  /** `postgres://…` without a database's name. */
  readonly url: string;
  createDatabase(name: string): Promise<void>;
  /** Shuts it down, does `meanwhile`, and starts it again on the same data and port. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

interface PostgresOptions {
  readonly durable?: boolean;
  readonly folder?: string | undefined;
}

/** Milliseconds in which it must be ready or have given up; a busy machine needs a few hundred. */
const patience = 60_000;
const quick = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'deadlock_timeout=100ms',
  // Databases live for seconds: nothing in them needs vacuuming, nothing of them must come through a crash.
  'autovacuum=off',
  'checkpoint_timeout=1h',
  'wal_level=minimal',
  'max_wal_senders=0',
  'shared_buffers=64MB',
];
/** Of the version that the tests bring; older ones do not know it. */
const clone = process.platform === 'linux' ? ['file_copy_method=clone'] : [];
/** Nor this: each connection has its password hashed by the server, and 4,096 times is half of what a connection costs. */
const quickHash = ['--set=scram_iterations=1'];

/**
 * A real PostgreSQL of its own, in a temporary folder and on a free port. `durable` keeps its promises when it is killed.
 * Throws with what the program said when it does not start. `folder`: of programs other than those that the tests bring.
 */
export async function startPostgres({
  durable = false,
  folder: given,
}: PostgresOptions = {}): Promise<RunningPostgres> {
  const programs = await findPostgresPrograms(given);
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const dispose = (): void => {
    rmSync(folder, { recursive: true, force: true });
    programs.dispose();
  };
  try {
    const port = await freePort();
    const data = await initialise(programs, folder, given === undefined ? quickHash : []);
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      ...(durable ? [] : quick),
      ...(given === undefined && !durable ? clone : []),
    ];
    const args = ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])];
    return await running(() => startServer(programs, args), port, dispose);
  } catch (error) {
    dispose();
    throw error;
  }
}

async function running(
  start: () => Promise<ChildProcess>,
  port: number,
  dispose: () => void,
): Promise<RunningPostgres> {
  const url = `postgres://postgres:postgres@127.0.0.1:${port}`;
  let server = await start();
  return {
    url,
    createDatabase: (name) => createDatabase(url, name),
    async restart(meanwhile = async () => {}) {
      await stopServer(server);
      await meanwhile();
      server = await start();
    },
    async stop() {
      await stopServer(server);
      dispose();
    },
  };
}

/** Makes an empty cluster; returns its folder. */
async function initialise(
  { folder: programs, user }: PostgresPrograms,
  folder: string,
  more: readonly string[],
): Promise<string> {
  const [data, password] = [join(folder, 'data'), join(folder, 'password')];
  writeFileSync(password, 'postgres');
  if (user.uid !== undefined) for (const each of [folder, password]) chownSync(each, user.uid, user.gid!);
  const flags = ['--username=postgres', '--auth=password', '--encoding=UTF8', '--locale=C', '--no-sync', ...more];
  const child = spawn(join(programs, 'bin/initdb'), [`--pgdata=${data}`, `--pwfile=${password}`, ...flags], {
    ...user,
    cwd: folder,
  });
  await outcomeOf(child, 'initdb', ({ code }) => code === 0);
  return data;
}

async function startServer({ folder, user }: PostgresPrograms, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(join(folder, 'bin/postgres'), args, { ...user, cwd: tmpdir() });
  // Whoever ends this process ends the database with it.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  await outcomeOf(child, 'postgres', ({ output }) => output.includes('ready to accept connections'));
  return child;
}

function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGINT');
  });
}

/** Waits until the program has done what it should; throws with its last words when it ends, or does nothing, before. */
function outcomeOf(
  child: ChildProcess,
  name: string,
  isDone: (state: { output: string; code: number | null }) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL does not start: ${name} ${why}\n${output.slice(-2000)}`));
    };
    const look = (code: number | null): boolean => {
      if (!isDone({ output, code })) return false;
      clearTimeout(timer);
      resolve();
      return true;
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail(`said nothing for ${patience / 1000} s.`);
    }, patience);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => {
        output += String(part);
        look(null);
      });
    child.on('error', (error) => fail(`could not be run: ${error.message}`));
    child.on('close', (code, signal) => {
      if (!look(code)) fail(`ended with ${signal ?? code}.`);
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
