import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, inject, it, vi } from 'vitest';
import { createDatabase, dropDatabases, renameDatabase } from '../support/clusterDatabases.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { noteProject } from '../support/noteProject.ts';
import { noteVersions } from '../support/noteVersions.ts';
import { password } from '../support/testConfig.ts';

afterEach(() => void vi.unstubAllEnvs());

eachDatabase((dialect, _open, place) => {
  const open = noteVersions();
  const made: string[] = [];
  afterAll(async () => {
    for (const name of made)
      for (const ending of ['_restored', '_former', '_replaced', '_refused'])
        await dropDatabases(inject('postgresUrl'), [name + ending]).catch(() => {});
  });

  /** The database, and what becomes of it. */
  async function database() {
    const where = await place();
    const name = new URL(where.databaseUrl ?? 'postgres://none/none').pathname.slice(1);
    made.push(name);
    /** What the database holds now; laid ready, as a restore does it, by what is returned. */
    const backUp = async (): Promise<() => Promise<void>> => {
      const cluster = inject('postgresUrl');
      if (where.databaseUrl) {
        await createDatabase(cluster, `${name}_copy`, name);
        return () => renameDatabase(cluster, `${name}_copy`, `${name}_restored`);
      }
      const copy = join(where.dataDir, 'copy.sqlite');
      copyFileSync(join(where.dataDir, 'data.sqlite'), copy);
      return async () => {
        mkdirSync(join(where.dataDir, 'restore'), { recursive: true });
        renameSync(copy, join(where.dataDir, 'restore/data.sqlite'));
      };
    };
    return { where, name, backUp };
  }

  it('goes on with the former database where the restored one is refused, and says why', async () => {
    const { where, name, backUp } = await database();
    vi.stubEnv('LC_ALL', 'en');
    const first = await open(where, 'title: f.text(), old: f.text()');
    await first.call('POST', 'note/add', await first.signIn(), { title: 'of the backup', old: 'value' });
    await first.app.close();
    const restore = await backUp();
    const second = await open(where, 'title: f.text()', "dropped: ['old'],");
    await second.call('POST', 'note/add', await second.signIn(), { title: 'of today' });
    await second.app.close();
    await restore();

    const said = await thirdOf(where);
    const kept = dialect === 'sqlite' ? /refused-\d{8}-\d{6}\.sqlite/ : new RegExp(`${name}_refused`);
    expect(said).toMatch(/^The restored database can't be used and is kept as /);
    expect(said).toMatch(kept);
    expect(said).toMatch(/note\.old would be deleted with its values/);
    if (dialect === 'sqlite') {
      expect(readdirSync(where.dataDir).filter((file) => kept.test(file))).toHaveLength(1);
      expect(readdirSync(join(where.dataDir, 'restore'))).toEqual([]);
      expect(existsSync(join(where.dataDir, 'replaced.sqlite'))).toBe(false);
    }
    const fourth = await open(where, 'title: f.text()');
    expect((await fourth.call('GET', 'note/index', await fourth.signIn())).data['list']).toHaveLength(2);
    expect(fourth.app.faults).toEqual([]);
    await fourth.app.close();
  });

  /** What the start with the restored database says: on SQLite it is a program's, which prints it. */
  async function thirdOf(where: Place): Promise<string> {
    if (dialect === 'sqlite') {
      const { write, start } = noteProject(where, password);
      write('title: f.text()');
      const { call, signIn, stop } = await start();
      expect((await call('GET', 'note/index', await signIn())).data['list']).toHaveLength(2);
      return stop();
    }
    const { app, call, signIn } = await open(where, 'title: f.text()');
    expect((await call('GET', 'note/index', await signIn())).data['list']).toHaveLength(2);
    await app.close();
    return app.faults.join('\n');
  }

  it('ends every session that the restored database still knows, and no other at the start after that', async () => {
    const { where, backUp } = await database();
    const start = () => open(where, 'title: f.text()');
    const first = await start();
    const token = await first.signIn();
    expect((await first.call('GET', 'note/index', token)).code).toBe(1);
    await first.app.close();
    await (
      await backUp()
    )();
    const second = await start();
    expect((await second.call('GET', 'note/index', token)).code).not.toBe(1);
    const next = await second.signIn();
    await second.app.close();
    const third = await start();
    expect((await third.call('GET', 'note/index', next)).code).toBe(1);
    await third.app.close();
  });
});
