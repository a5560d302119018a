// Run by `npm run bench -- --postgres` in a process of its own: the same answers from bare Fastify, `pg` and prepared
// statements, as one would write them by hand for this one table. No sign-in, no rights, no validation.
import Fastify from 'fastify';
import pg from 'pg';

type Row = Record<string, string | number | null>;
type Query = Record<string, string | undefined>;

const pool = new pg.Pool({
  connectionString: process.argv[2]!,
  max: 16,
  types: {
    getTypeParser: (id: number, format?: string) =>
      id === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(id, format as 'text'),
  },
});
type Client = Pick<pg.PoolClient, 'query'>;
const run = async (client: Client, text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await client.query<Row>({ name: nameOf(text), text, values: [...values] })).rows;
const names = new Map<string, string>();
function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

const from = 'FROM bench_article AS a LEFT JOIN bench_category AS c ON c.id = a.category_id';
const conditions = {
  all: '',
  search: "WHERE a.title ILIKE '%' || $1 || '%' OR a.summary ILIKE '%' || $1 || '%'",
  filter: 'WHERE a.status = $1',
};
const orders = { id: 'ORDER BY a.id DESC', views: 'ORDER BY a.views DESC, a.id DESC' };
const answer = (data: unknown, msg = ''): string => JSON.stringify({ code: 1, msg, time: now(), data });
const now = (): number => Math.floor(Date.now() / 1000);

function rowOf({ category_name: name, ...row }: Row): Record<string, unknown> {
  return { ...row, price: (Number(row['price']) / 100).toFixed(2), category: { id: row['category_id'], name } };
}
const find = async (client: Client, id: unknown): Promise<Record<string, unknown>> =>
  rowOf((await run(client, `SELECT a.*, c.name AS category_name ${from} WHERE a.id = $1`, [id]))[0]!);

async function list(query: Query): Promise<string> {
  const { quickSearch, page = '1', limit = '10', order } = query;
  const status = query['search[0][val]'];
  const kind = quickSearch ? 'search' : status ? 'filter' : 'all';
  const values = kind === 'all' ? [] : [quickSearch ?? status];
  const [counted] = await run(pool, `SELECT count(*) AS n FROM bench_article AS a ${conditions[kind]}`, values);
  const rows = await run(
    pool,
    `SELECT a.*, c.name AS category_name ${from} ${conditions[kind]}
      ${orders[order?.startsWith('views') ? 'views' : 'id']}
      LIMIT ${Number(limit)} OFFSET ${(Number(page) - 1) * Number(limit)}`,
    values,
  );
  return answer({ list: rows.map(rowOf), total: counted!['n'], remark: '' });
}

async function inTransaction(job: (client: pg.PoolClient) => Promise<string>): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await job(client);
    await client.query('COMMIT');
    return result;
  } finally {
    client.release();
  }
}

const add = (body: Row): Promise<string> =>
  inTransaction(async (client) => {
    const [row] = await run(
      client,
      `INSERT INTO bench_article (title, summary, body, category_id, status, price, views, hot, version, create_time, update_time)
      VALUES ($1, $2, $3, $4, $5, 0, 0, 0, 1, $6, $6) RETURNING id`,
      [
        body['title'],
        body['summary'] ?? null,
        body['body'] ?? null,
        body['category_id'] ?? null,
        body['status'] ?? 'draft',
        now(),
      ],
    );
    await keep(client, row!['id'], 'add', body);
    return answer({ row: await find(client, row!['id']) }, '添加成功');
  });

const edit = ({ id, version, ...changes }: Row): Promise<string> =>
  inTransaction(async (client) => {
    const [before] = await run(client, 'SELECT title, version FROM bench_article WHERE id = $1 FOR UPDATE', [id]);
    if (before!['version'] !== version) throw new Error('stale');
    await run(client, 'UPDATE bench_article SET title = $1, version = version + 1, update_time = $2 WHERE id = $3', [
      changes['title'],
      now(),
      id,
    ]);
    await keep(client, id, 'edit', { before: before!['title']!, after: changes['title']! });
    return answer({ row: await find(client, id) }, '更新成功');
  });

const keep = (client: Client, id: unknown, action: string, changes: Row): Promise<unknown> =>
  run(
    client,
    "INSERT INTO history (table_name, row_id, action, username, create_time, changes) VALUES ('bench_article', $1, $2, 'admin', $3, $4)",
    [id, action, now(), JSON.stringify(changes)],
  );

const app = Fastify();
app.addHook('onSend', async (_request, reply) => void reply.type('application/json; charset=utf-8'));
app.get('/api/admin/bench.article/index', (request) => list(request.query as Query));
app.get('/api/admin/bench.article/edit', async (request) =>
  answer({ row: await find(pool, Number((request.query as Query)['id'])) }),
);
app.post('/api/admin/bench.article/add', (request) => add(request.body as Row));
app.post('/api/admin/bench.article/edit', (request) => edit(request.body as Row));
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
