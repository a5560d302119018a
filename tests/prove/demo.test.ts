import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { modelOf } from '#resource';
import { divisions } from '../../plugins/demo/divisions.ts';
import { marker } from '../../plugins/demo/marker.ts';
import { planSchema } from '../../src/server/database/applySchema.ts';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { tablesOf } from '../../src/server/table/tablesOf.ts';
import { createGate, system } from '../../src/server/table/createGate.ts';
import { eachDatabase, type Place } from '../support/databases.ts';

const root = join(import.meta.dirname, '../..');

/** Runs `npm run demo`; kills it once the pattern has been printed. */
function load({ dataDir, databaseUrl = '' }: Place, killAt?: RegExp): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['tools/demo.ts'], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LC_ALL: 'en' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        output += data.toString();
        if (killAt?.test(output)) child.kill('SIGKILL');
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

eachDatabase((_name, _open, place) => {
  it('loads every division once, however often it is killed', async () => {
    const made = await place();
    // Nobody has made the folder yet.
    const where = { ...made, dataDir: join(made.dataDir, 'not/yet') };
    for (const killAt of [/2[0-9] %/, /7[0-9] %/, /create a search index on name/]) {
      expect((await load(where, killAt)).code).toBe(null);
      expect(existsSync(join(where.dataDir, marker))).toBe(false);
    }
    expect(await load(where)).toMatchObject({ code: 0 });
    expect(existsSync(join(where.dataDir, marker))).toBe(true);
    expect((await load(where)).output).toBe('The demo is loaded already.\n');

    const database = await openDatabase(where);
    const counts = await Promise.all(
      ['demo_province', 'demo_city', 'demo_area', 'demo_street', 'demo_village', 'demo_region'].map(async (table) => {
        const { rows } = await sql<{
          n: number;
          codes: number;
        }>`SELECT count(*) AS n, count(DISTINCT code) AS codes FROM ${sql.table(table)}`.execute(database.read);
        return [table, Number(rows[0]!.n), Number(rows[0]!.codes)];
      }),
    );
    expect(counts).toEqual([
      ['demo_province', 31, 31],
      ['demo_city', 342, 342],
      ['demo_area', 2978, 2978],
      ['demo_street', 41_352, 41_352],
      ['demo_village', 620_573, 620_573],
      ['demo_region', 3351, 3351],
    ]);

    const models = divisions.map(modelOf);
    expect((await planSchema(database, tablesOf(models))).steps).toEqual([]);
    const gate = createGate({
      database,
      models,
      translate: () => undefined,
      hashPassword: async (password) => password,
      log: () => {},
    });
    const index = (controller: string, query: Record<string, unknown>): ReturnType<typeof gate.index> =>
      gate.index(system, gate.modelAt(controller)!, query);
    const { list, total } = await index('demo.village', { quickSearch: '多福巷', limit: 10 });
    expect({ total, first: list[0] }).toMatchObject({
      total: 1,
      first: { code: '110101001001', name: '多福巷社区居委会', street: { name: '东华门街道' } },
    });
    const tree = (await index('demo.region', {})).list as {
      name: string;
      children: { name: string; children: { name: string }[] }[];
    }[];
    expect([tree.length, tree[0]!.name, tree[0]!.children[0]!.children[0]!.name]).toEqual([31, '北京市', '东城区']);
    await database.close();
  }, 240_000);
});
