import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../programs/postgres.ts';
import { startPostgres, type RunningPostgres } from '#test';

const root = join(import.meta.dirname, '../../..');
// What the tests bring has no pg_dump, and that of a machine reads no newer server: its own server is taken, where it has one.
const [found] = globSync('/usr/lib/postgresql/*/bin/pg_dump').toReversed();
const programs = found === undefined ? undefined : join(found, '../..');
const isHere = programs !== undefined && existsSync(join(programs, 'bin/postgres'));

describe.skipIf(!isHere)('backup and restore on PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'terminal-postgres-'));
  const backups = join(folder, 'files/terminal/backups');
  let server: RunningPostgres;
  let place: Record<string, string>;
  beforeAll(async () => {
    server = await startPostgres({ folder: programs! });
    await server.createDatabase('site');
    const { hostname, port, username, password } = new URL(server.url);
    place = { PATH: path, PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
    await sql(
      'site',
      'CREATE TABLE admin (id int); CREATE TABLE admin_group (id int); CREATE TABLE admin_rule (id int)',
    );
    await sql('site', 'INSERT INTO admin VALUES (1), (2)');
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const path = `${programs}/bin:${process.env['PATH'] ?? ''}`;
  const sql = (database: string, ...statements: string[]): Promise<string> => query(place, database, ...statements);
  const run = async (program: string, args: readonly string[] = [], url = `${server.url}/site`, first = '') => {
    const env = { PATH: first + path, LANG: 'en_US.UTF-8', DATA_DIR: folder, DATABASE_URL: url };
    return promisify(execFile)(process.execPath, [`plugins/terminal/programs/${program}.ts`, ...args], {
      cwd: root,
      env,
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  };
  const databases = async (): Promise<string[]> =>
    (await sql('postgres', `SELECT datname FROM pg_database WHERE datname LIKE '%site%' ORDER BY 1`)).split('\n');

  it('dumps, and lays a database ready beside the present one', async () => {
    expect(await run('backup')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d{8}-\d{6}\.dump: /) });
    const [name] = readdirSync(backups);
    await sql('site', 'INSERT INTO admin VALUES (3)');
    // Twice: the second takes the place of the first.
    for (const _each of [1, 2])
      expect(await run('restore', [name!])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/\(3 tables\) and ready.* kept as site_replaced\.\n$/),
        stderr: '',
      });
    expect(await databases()).toEqual(['site', 'site_restored']);
    expect(await sql('site_restored', 'SELECT count(*) FROM admin')).toBe('2');
    expect(await sql('site', 'SELECT count(*) FROM admin')).toBe('3');
    const note = await sql(
      'site',
      "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = 'site_restored'",
    );
    expect(JSON.parse(note)).toEqual({ file: name, time: expect.any(Number) });
    expect(await run('discardRestore')).toMatchObject({ code: 0, stderr: '' });
    expect(await databases()).toEqual(['site']);
    expect(await run('discardRestore')).toMatchObject({ code: 1, stderr: 'No restored database lies ready.\n' });
  });

  it('refuses what is not there, damaged or another one’s, and leaves nothing behind', async () => {
    await sql('site', 'DROP DATABASE IF EXISTS site_restored', 'CREATE DATABASE other');
    await run('backup', [], `${server.url}/other`);
    for (const name of [...readdirSync(backups).slice(-1), 'never.dump', '../x.dump', 'a.db']) {
      const refused = await run('restore', [name]);
      expect(refused, name).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(/^(?:There is no backup|This isn't a database of this site)/);
    }
    expect(await databases()).toEqual(['site']);
  });

  it('names the versions where the client programs are older than the server', async () => {
    const old = join(folder, 'old');
    mkdirSync(old);
    writeFileSync(join(old, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 9.6.24 (Debian 9.6.24-0+deb9u1)"\n', {
      mode: 0o755,
    });
    const before = readdirSync(backups);
    const refused = await run('backup', [], undefined, `${old}:`);
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^pg_dump on this server is version 9; the database is version \d\d\./),
    });
    expect(readdirSync(backups)).toEqual(before);
  });

  it('says what to do where the role may not create databases', async () => {
    await sql('site', `CREATE ROLE plain LOGIN PASSWORD 'plain'`, 'GRANT ALL ON DATABASE site TO plain');
    const [name] = readdirSync(backups);
    const refused = await run('restore', [name!], server.url.replace('postgres:postgres@', 'plain:plain@') + '/site');
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The role plain can't create databases.*pg_restore --no-owner/),
    });
    expect(await databases()).toEqual(['site']);
  });
});
