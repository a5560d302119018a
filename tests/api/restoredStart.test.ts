import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabases, renameDatabase } from '../support/clusterDatabases.ts';
import { eachDatabase } from '../support/databases.ts';
import { noteProject } from '../support/noteProject.ts';

eachDatabase((database, _open, place) => {
  const made: string[] = [];
  afterAll(async () => {
    for (const name of made)
      for (const ending of ['_restored', '_former', '_replaced', '_refused'])
        await dropDatabases(inject('postgresUrl'), [name + ending]).catch(() => {});
  });

  /** The project, and what becomes of its database. */
  async function project() {
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
    return { ...noteProject(where, 'Restored-99'), where, name, backUp };
  }

  it('goes on with the former database where the restored one is refused, and says why', async () => {
    const { where, name, write, start, backUp } = await project();
    write('title: f.text(), old: f.text()');
    const first = await start();
    await first.call('POST', 'note/add', await first.signIn(), { title: 'of the backup', old: 'value' });
    await first.stop();
    const restore = await backUp();
    write('title: f.text()', "dropped: ['old'],");
    const second = await start();
    await second.call('POST', 'note/add', await second.signIn(), { title: 'of today' });
    await second.stop();
    write('title: f.text()');
    await restore();

    const third = await start();
    const list = await third.call('GET', 'note/index', await third.signIn());
    expect(list.data['list']).toHaveLength(2);
    const said = await third.stop();
    const kept = database === 'sqlite' ? /refused-\d{8}-\d{6}\.sqlite/ : new RegExp(`${name}_refused`);
    expect(said).toMatch(/^The restored database can't be used and is kept as /);
    expect(said).toMatch(kept);
    expect(said).toMatch(/note\.old would be deleted with its values/);
    if (database === 'sqlite') {
      expect(readdirSync(where.dataDir).filter((file) => kept.test(file))).toHaveLength(1);
      expect(readdirSync(join(where.dataDir, 'restore'))).toEqual([]);
      expect(existsSync(join(where.dataDir, 'replaced.sqlite'))).toBe(false);
    }
    const fourth = await start();
    expect((await fourth.call('GET', 'note/index', await fourth.signIn())).data['list']).toHaveLength(2);
    expect(await fourth.stop()).toBe('');
  });

  it('ends every session that the restored database still knows, and no other at the start after that', async () => {
    const { write, start, backUp } = await project();
    write('title: f.text()');
    const first = await start();
    const token = await first.signIn();
    await first.stop();
    await (
      await backUp()
    )();
    const second = await start();
    expect((await second.call('GET', 'note/index', token)).code).not.toBe(1);
    const next = await second.signIn();
    await second.stop();
    const third = await start();
    expect((await third.call('GET', 'note/index', next)).code).toBe(1);
    await third.stop();
  });
});
