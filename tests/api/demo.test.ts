import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { divisions } from '../../plugins/demo/divisions.ts';
import { marker } from '../../plugins/demo/marker.ts';
import { tasks } from '../../plugins/demo/tasks.ts';
import { fillProjects } from '../../tools/demo/projects.ts';
import { fillTasks } from '../../tools/demo/tasks.ts';
import { eachDatabase } from '../support/databases.ts';
import { runProgram } from '../support/program.ts';
import { productFiles, productPlugins } from '../support/product.ts';
import { startServer } from '../support/server.ts';

const root = join(import.meta.dirname, '../..');

it('shows its tables only where it was loaded', async () => {
  const tables = async (dataDir: string): Promise<unknown> => {
    const script = "console.log((await import('./plugins/demo/server.ts')).default.resources.length)";
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      env: { ...process.env, DATA_DIR: dataDir },
    });
    let output = '';
    for await (const data of child.stdout) output += String(data);
    return Number(output);
  };
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  expect(await tables(folder)).toBe(0);
  writeFileSync(join(folder, marker), '');
  expect(await tables(folder)).toBe(productFiles.plugins.includes('project') ? 9 : 8);
  rmSync(folder, { recursive: true });
});

it('leaves the names that integrators want to them', () => {
  expect(divisions.map(({ name }) => name).filter((name) => !name.startsWith('demo_'))).toEqual([]);
});

it('says which process has the folder, and what ends it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  const server = runProgram({ DATA_DIR: folder });
  await server.address;
  const demo = runProgram({ DATA_DIR: folder, LC_ALL: 'en' }, root, 'tools/demo.ts');
  expect(await demo.ended).toBe(1);
  expect(demo.output.err).toMatch(
    new RegExp(`^Another server \\(process ${server.child.pid}\\) .*“kill ${server.child.pid}”`),
  );
  server.child.kill('SIGTERM');
  await server.ended;
  rmSync(folder, { recursive: true });
});

eachDatabase((_name, _open, place) => {
  it.runIf(productFiles.plugins.includes('project'))(
    'has projects with products to choose from, once, and none where there are some',
    async () => {
      const plugins = (await productPlugins()).filter(({ name }) => name === 'project');
      const resources = [...plugins.flatMap((plugin) => plugin.resources ?? []), tasks];
      const server = await startServer(await place(), { plugins, resources });
      try {
        const token = await server.signIn();
        const level = async (query = ''): Promise<{ value: number; label: string; leaf: boolean }[]> =>
          (await server.request('GET', `/api/admin/ajax/getProject${query}`, { token })).json.data as never;
        for (let times = 0; times < 2; times += 1) {
          await fillProjects(server.app.database);
          const projects = await level();
          expect(projects.map(({ label }) => label)).toEqual(['浦东新区规划', '西湖景区改造', '珠江新城']);
          const products = await level(`?pid=${projects[0]!.value}`);
          expect(products.map(({ label, leaf }) => [label, leaf])).toEqual([
            ['道路', true],
            ['绿化', true],
            ['照明', true],
          ]);
        }
        // Tasks of each, of which the list has those of the project that is chosen.
        for (let times = 0; times < 2; times += 1) await fillTasks(server.app.database);
        const tasksOf = async (): Promise<string[]> => {
          const { json } = await server.request('GET', '/api/admin/demo.task/index?limit=100', { token });
          return (json.data['list'] as { name: string }[]).map(({ name }) => name.split(' · ')[0]!);
        };
        expect(await tasksOf()).toHaveLength(30);
        const chosen = (await level())[1]!;
        const body = { set_id: chosen.value, lv: 1, type: 1 };
        const kept = await server.request('POST', '/api/admin/auth.project/setProject', { token, body });
        expect(kept.json).toMatchObject({ code: 1 });
        expect([...new Set(await tasksOf())].toSorted()).toEqual(['西湖景区改造', '步道', '导览'].toSorted());
        const departments = await level('?type=2');
        expect(departments.map(({ label }) => label)).toEqual(['华东事业部', '华南事业部']);
        // They are rows like any other.
        const id = (await level())[0]!.value;
        const edited = await server.request('POST', '/api/admin/auth.project/edit', { token, body: { id, status: 0 } });
        expect(edited.json).toMatchObject({
          code: 1,
          data: { row: { status: 0, department_id: departments[0]!.value } },
        });
      } finally {
        await server.close();
      }
    },
  );
});
