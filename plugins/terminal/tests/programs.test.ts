import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'terminal-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = async (
  project: string,
  program: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: number; stdout: string; stderr: string }> => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'en_US.UTF-8', ...environment };
  const done = promisify(execFile)(process.execPath, [join(project, program), ...args], { cwd: project, env });
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
};

describe('backup and restore', () => {
  const data = join(folder, 'data');
  const environment = { DATA_DIR: data };
  const backups = join(data, 'files/terminal/backups');
  const at = (name: string) => `plugins/terminal/programs/${name}.ts`;
  let open: DatabaseSync;
  beforeAll(() => {
    mkdirSync(data);
    open = new DatabaseSync(join(data, 'data.sqlite'));
    open.exec('PRAGMA journal_mode=WAL; CREATE TABLE admin (id INTEGER); CREATE TABLE admin_group (id INTEGER)');
    open.exec('CREATE TABLE admin_rule (id INTEGER); INSERT INTO admin VALUES (1), (2)');
  });
  afterAll(() => open.close());

  it('copies a database that is open, verified, and lays it ready again', async () => {
    const made = await run(root, at('backup'), [], environment);
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d{8}-\d{6}\.db: \d+\.\d\d [km]b, verified \(3 tables\)\.\n$/),
    });
    const [name] = readdirSync(backups);
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^\d{8}-\d{6}\.db$/)]);
    open.exec('INSERT INTO admin VALUES (3)');
    const ready = await run(root, at('restore'), [name!], environment);
    expect(ready).toMatchObject({ code: 0, stdout: expect.stringContaining('and ready.') });
    const prepared = new DatabaseSync(join(data, 'restore/data.sqlite'), { readOnly: true });
    expect(prepared.prepare('SELECT count(*) AS n FROM admin').get()).toEqual({ n: 2 });
    prepared.close();
    expect(readdirSync(join(data, 'restore')).toSorted()).toEqual(['data.sqlite', 'ready.json']);
    expect(readFileSync(join(data, 'restore/ready.json'), 'utf8')).toBe(JSON.stringify({ file: name }));
  });

  it('calls off what lies ready, and nothing else', async () => {
    const before = readdirSync(backups);
    expect(await run(root, at('discardRestore'), [], environment)).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(join(data, 'restore'))).toEqual([]);
    expect(await run(root, at('discardRestore'), [], environment)).toMatchObject({
      code: 1,
      stderr: 'No restored database lies ready.\n',
    });
    expect(readdirSync(backups)).toEqual(before);
  });

  it('removes what was left behind where one was killed', async () => {
    const [name] = readdirSync(backups);
    const parts = [join(backups, 'old.db.part-wal'), join(data, 'restore/old.part')];
    for (const part of parts) {
      writeFileSync(part, 'half');
      utimesSync(part, 1, 1);
    }
    expect(await run(root, at('backup'), [], environment)).toMatchObject({ code: 0 });
    expect(await run(root, at('restore'), [name!], environment)).toMatchObject({ code: 0 });
    expect(parts.filter((part) => existsSync(part))).toEqual([]);
  });

  it('makes several at once, each by itself', async () => {
    const before = readdirSync(backups).length;
    const made = await Promise.all([1, 2, 3].map(() => run(root, at('backup'), [], environment)));
    expect(made.map(({ code, stderr }) => [code, stderr])).toEqual(made.map(() => [0, '']));
    expect(readdirSync(backups)).toHaveLength(before + 3);
    expect(readdirSync(backups).filter((name) => name.includes('part'))).toEqual([]);
  });

  it('takes neither what is damaged, nor what is another one’s, nor what is not there', async () => {
    rmSync(join(data, 'restore'), { recursive: true, force: true });
    const [name] = readdirSync(backups);
    const bytes = readFileSync(join(backups, name!));
    bytes.fill(7, 4096, 8192);
    writeFileSync(join(backups, 'damaged.db'), bytes);
    const other = new DatabaseSync(join(backups, 'other.db'));
    other.exec('CREATE TABLE shop (id INTEGER)');
    other.close();
    mkdirSync(join(backups, 'folder.db'));
    symlinkSync(join(backups, readdirSync(backups)[0]!), join(backups, 'link.db'));
    writeFileSync(join(backups, 'cut.db'), readFileSync(join(backups, name!)).subarray(0, 8192));
    for (const each of ['damaged.db', 'cut.db'])
      expect((await run(root, at('restore'), [each], environment)).stderr).toMatch(
        new RegExp(`^The backup ${each} is damaged; nothing was changed\\. .+\n$`),
      );
    const strange = ['damaged.db', 'other.db', 'never.db', 'folder.db', 'link.db', '-rf.db', '../../../data.db', ''];
    for (const each of strange) {
      const refused = await run(root, at('restore'), [each], environment);
      expect(refused, each).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).not.toMatch(/\n\s+at |EISDIR/);
      expect(refused.stderr).not.toContain(folder);
    }
    expect(existsSync(join(data, 'restore/data.sqlite'))).toBe(false);
    expect((await run(root, at('backup'), [], { DATA_DIR: join(folder, 'none') })).stderr).toBe(
      'There is no database yet.\n',
    );
    const postgres = { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b', PATH: folder };
    expect((await run(root, at('backup'), [], { ...environment, ...postgres })).stderr).toBe(
      "pg_dump isn't installed on the server. Install the PostgreSQL client programs there.\n",
    );
    expect(readdirSync(backups).filter((each) => each.includes('part') || each.includes('dump'))).toEqual([]);
  });
});

describe('web-install', () => {
  const project = join(folder, 'project');
  const install = () => run(project, 'plugins/terminal/programs/install.ts', ['npm'], { NODE_ENV: 'production' });
  const takes = (): string =>
    `const { takePrepared } = await import('${join(root, 'tools/takePrepared.ts')}'); console.log(takePrepared('${project}'))`;
  const take = async (): Promise<string> =>
    (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', takes()])).stdout.trim();
  const manifest = (more: object): void =>
    writeFileSync(
      join(project, 'package.json'),
      JSON.stringify({ name: 'small', private: true, workspaces: ['plugins/*'], ...more }),
    );
  beforeAll(() => {
    for (const name of ['programs', 'server', 'locales', 'package.json'])
      cpSync(join(root, 'plugins/terminal', name), join(project, 'plugins/terminal', name), { recursive: true });
    mkdirSync(join(project, 'node_modules/old'), { recursive: true });
  });

  it('installs aside, and changes nothing before the next start', async () => {
    mkdirSync(join(folder, 'beside'));
    writeFileSync(join(folder, 'beside/package.json'), JSON.stringify({ name: 'beside', version: '1.0.0' }));
    manifest({ devDependencies: { beside: `file:${join(folder, 'beside')}` } });
    expect(await take()).toBe('false');
    expect(await install()).toMatchObject({ code: 0, stdout: expect.stringContaining('Restart the server') });
    expect(readdirSync(join(project, 'node_modules'))).toEqual(['old']);
    expect(await take()).toBe('true');
    expect(readdirSync(join(project, 'node_modules'))).toContain('terminal');
    expect(readdirSync(join(project, 'node_modules'))).not.toContain('old');
    expect(existsSync(join(project, '.prepared'))).toBe(false);
  });

  it('is done by one at a time', async () => {
    manifest({});
    const lock = new DatabaseSync(join(project, '.prepared.lock'));
    lock.exec('BEGIN EXCLUSIVE');
    mkdirSync(join(project, '.prepared/half'), { recursive: true });
    expect(await install()).toMatchObject({ code: 1, stderr: 'Another installation is already running.\n' });
    expect(existsSync(join(project, '.prepared/half'))).toBe(true);
    lock.close();
    expect(await install()).toMatchObject({ code: 0 });
    expect(existsSync(join(project, '.prepared/half'))).toBe(false);
    rmSync(join(project, '.prepared'), { recursive: true });
  });

  it('refuses packages without their programs, as one leaves them that runs no scripts of packages', async () => {
    writeFileSync(
      join(folder, 'beside/package.json'),
      JSON.stringify({
        name: 'beside',
        version: '1.0.1',
        bin: { beside: 'bin/beside' },
        scripts: { preinstall: 'exit 0' },
      }),
    );
    manifest({ dependencies: { beside: `file:${join(folder, 'beside')}` } });
    expect(await install()).toMatchObject({ code: 1, stderr: expect.stringContaining('beside') });
    expect(existsSync(join(project, '.prepared'))).toBe(false);
    mkdirSync(join(folder, 'beside/bin'));
    writeFileSync(join(folder, 'beside/bin/beside'), '');
    expect(await install()).toMatchObject({ code: 0 });
    rmSync(join(project, '.prepared'), { recursive: true });
  });

  it('leaves nothing where the package manager fails', async () => {
    manifest({ dependencies: { nowhere: 'file:../nowhere/nothing.tgz' } });
    expect(await install()).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was changed') });
    expect(existsSync(join(project, '.prepared'))).toBe(false);
  });
});
