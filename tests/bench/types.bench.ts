/** How long two hundred tables of twenty fields that refer to each other take to type-check: `node tests/bench/types.bench.ts`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const tables = 200;
const budget = 10;
const root = path.resolve(import.meta.dirname, '../..');

/** One resource file: twenty fields, three of them relations in a ring, and a definition that uses every inferred type. */
function resourceFile(n: number): string {
  const other = (step: number): string => `'bench_${(n + step) % tables}'`;
  return `import { table, f, type Insert, type RowOf, type Update } from '#resource';
export const bench_${n} = table('bench_${n}', {
  title: f.text({ label: { 'zh-cn': '标题', en: 'Title' }, required: true, max: 120, search: true }),
  code: f.text({ unique: true }), summary: f.textarea(), body: f.richText(), size: f.int({ min: 0 }), weight: f.decimal({ scale: 3 }),
  price: f.money({ default: '0' }), rate: f.percent(), on: f.bool({ default: 1 }),
  status: f.enum({ draft: 'Draft', live: { 'zh-cn': '已发布', en: 'Live', color: 'green' } }, { default: 'draft' }),
  sorts: f.enums({ a: 'A', b: 'B' }), tags: f.tags(), day: f.date(), at: f.datetime(), cover: f.image(), email: f.email(),
  next_id: f.belongsTo(${other(1)}, { required: true }), far_id: f.belongsTo(${other(97)}), back_id: f.belongsTo(${other(tables - 1)}),
  margin: f.computed<number | null>({ sql: 'price * 0.3' }),
});
declare module '#resource' { interface Tables { bench_${n}: typeof bench_${n} } }
export default bench_${n}.resource({
  path: 'bench/bench_${n}', title: 'title', traits: { sortable: true, trash: true, history: true },
  list: { columns: ['title', 'next.title', 'far.status', 'back.price', 'status', 'update_time'], sort: ['-next.far.back.title', '-next.id'], inline: ['status', 'on'],
    filters: ['status', 'next.far.status', 'far.far.back.next.title'] },
  form: { layout: [['title', 'status'], 'next_id', { section: 'More', fields: ['price', ['rate', 'day']] }] },
  rows: { read: (caller) => caller.super || { or: [{ status: 'live' }, { 'next.far.back.size': { gt: 3 } }, { 'far.status': 'draft' }] } },
  check: ({ next }) => (next.status === 'live' && next.body === null ? { body: 'A live row needs a body' } : undefined),
  hooks: { async beforeSave({ next, context }) { next.size = await context.table(${other(1)}).count({ status: 'live' }); } },
});
export const insert: Insert<typeof bench_${n}.fields> = { title: 'x', next_id: 1 };
export const update: Update<typeof bench_${n}.fields> = { version: 1, status: 'live' };
export const read = (row: RowOf<typeof bench_${n}>): [string, 'draft' | 'live', number | null] => [row.title, row.status, row.margin];
`;
}

/** Type-checks so many such files in a folder of their own inside the project; returns seconds. */
function typeCheck(count: number): number {
  const folder = mkdtempSync(path.join(root, 'tests/bench/.types-'));
  try {
    for (let n = 0; n < count; n++) writeFileSync(path.join(folder, `bench_${n}.ts`), resourceFile(n));
    writeFileSync(path.join(folder, 'language.ts'), "export type * from '#resource';\n");
    writeFileSync(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../../tsconfig.json', include: ['*.ts'], exclude: [] }),
    );
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
    const start = performance.now();
    execFileSync(process.execPath, [compiler, '--noEmit', '--project', folder], { stdio: 'inherit', cwd: root });
    return (performance.now() - start) / 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const empty = typeCheck(0);
const seconds = typeCheck(tables);
console.log(
  `${tables} tables of 20 fields type-check in ${seconds.toFixed(1)} s (the language alone ${empty.toFixed(1)} s; at most ${budget} s).`,
);
if (seconds > budget) process.exitCode = 1;
