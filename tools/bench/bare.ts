// Run by `npm run bench` in a process of its own: the same answers from bare Fastify and prepared statements, as one
// would write them by hand for this one table. No sign-in, no rights, no validation.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import Fastify from 'fastify';

type Row = Record<string, string | number | null>;
type Query = Record<string, string | undefined>;

const database = new DatabaseSync(process.argv[2]!, { timeout: 5000 });
database.exec(
  'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-32768; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=268435456',
);
const from = 'FROM bench_article AS a LEFT JOIN bench_category AS c ON c.id = a.category_id';
const conditions = {
  all: '',
  search: "WHERE a.title LIKE '%' || ?1 || '%' OR a.summary LIKE '%' || ?1 || '%'",
  filter: 'WHERE a.status = ?1',
};
const orders = { id: 'ORDER BY a.id DESC', views: 'ORDER BY a.views DESC, a.id DESC' };

const prepared = new Map<string, StatementSync>();
function prepare(text: string): StatementSync {
  const known = prepared.get(text) ?? database.prepare(text);
  prepared.set(text, known);
  return known;
}

const answer = (data: unknown, msg = ''): string => JSON.stringify({ code: 1, msg, time: now(), data });
const now = (): number => Math.floor(Date.now() / 1000);

function rowOf({ category_name: name, ...row }: Row): Record<string, unknown> {
  return { ...row, price: (Number(row['price']) / 100).toFixed(2), category: { id: row['category_id'], name } };
}
const find = (id: number | bigint): Record<string, unknown> =>
  rowOf(prepare(`SELECT a.*, c.name AS category_name ${from} WHERE a.id = ?`).get(id) as Row);

function list(query: Query): string {
  const { quickSearch, page = '1', limit = '10', order } = query;
  const status = query['search[0][val]'];
  const kind = quickSearch ? 'search' : status ? 'filter' : 'all';
  const values: SQLInputValue[] = kind === 'all' ? [] : [(quickSearch ?? status)!];
  const total = prepare(`SELECT count(*) AS n FROM bench_article AS a ${conditions[kind]}`).get(...values)!['n'];
  const rows = prepare(
    `SELECT a.*, c.name AS category_name ${from} ${conditions[kind]}
      ${orders[order?.startsWith('views') ? 'views' : 'id']}
      LIMIT ${Number(limit)} OFFSET ${(Number(page) - 1) * Number(limit)}`,
  ).all(...values);
  return answer({ list: (rows as Row[]).map(rowOf), total, remark: '' });
}

function add(body: Row): string {
  database.exec('BEGIN IMMEDIATE');
  const { lastInsertRowid: id } =
    prepare(`INSERT INTO bench_article (title, summary, body, category_id, status, price, views, hot, version, create_time, update_time)
    VALUES (?, ?, ?, ?, ?, 0, 0, 0, 1, ?, ?)`).run(
      body['title']!,
      body['summary'] ?? null,
      body['body'] ?? null,
      body['category_id'] ?? null,
      body['status'] ?? 'draft',
      now(),
      now(),
    );
  keep(Number(id), 'add', body);
  database.exec('COMMIT');
  return answer({ row: find(id) }, '添加成功');
}

function edit({ id, version, ...changes }: Row): string {
  database.exec('BEGIN IMMEDIATE');
  const before = prepare('SELECT title, version FROM bench_article WHERE id = ?').get(id!) as Row;
  if (before['version'] !== version) throw new Error('stale');
  prepare('UPDATE bench_article SET title = ?, version = version + 1, update_time = ? WHERE id = ?').run(
    changes['title']!,
    now(),
    id!,
  );
  keep(Number(id), 'edit', { before: before['title']!, after: changes['title']! });
  database.exec('COMMIT');
  return answer({ row: find(Number(id)) }, '更新成功');
}

const keep = (id: number, action: string, changes: Row): void => {
  prepare(
    "INSERT INTO history (table_name, row_id, action, username, create_time, changes) VALUES ('bench_article', ?, ?, 'admin', ?, ?)",
  ).run(id, action, now(), JSON.stringify(changes));
};

const app = Fastify();
app.addHook('onSend', async (_request, reply) => void reply.type('application/json; charset=utf-8'));
app.get('/api/admin/bench.article/index', async (request) => list(request.query as Query));
app.get('/api/admin/bench.article/edit', async (request) =>
  answer({ row: find(Number((request.query as Query)['id'])) }),
);
app.post('/api/admin/bench.article/add', async (request) => add(request.body as Row));
app.post('/api/admin/bench.article/edit', async (request) => edit(request.body as Row));
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
