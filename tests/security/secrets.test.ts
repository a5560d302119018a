import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/server/database/database.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { password, startServer, type Asked, type TestServer } from '../support/server.ts';
import { sampleTables } from '../support/sampleTables.ts';

const login = '/api/admin/Index/login';
const refresh = '/api/common/refreshToken';
/** Passwords, right ones and wrong ones, wherever somebody may type or paste them. */
const typed = {
  right: password,
  wrong: 'Wrong-Canary-1',
  asName: 'Slipped-Canary-2',
  made: 'Made-Canary-3',
  changed: 'Changed-Canary-4',
  refused: 'Bad&Canary-5',
  ofRow: 'Row-Canary-6',
  inQuery: 'Query-Canary-7',
} as const;

eachDatabase((name, _open, place) => {
  let where: Place;
  let server: TestServer;
  /** Tokens as the answers gave them. */
  const given: string[] = [];

  beforeAll(async () => {
    where = await place();
    server = await startServer(where, { resources: sampleTables });
  });
  afterAll(() => server.close());

  const send = async (method: string, url: string, asked: Asked) => {
    const { json } = await server.request(method, url, asked);
    const found = { ...json.data, ...(json.data?.['userInfo'] as object | undefined) } as Record<string, unknown>;
    for (const key of ['token', 'refreshToken'])
      if (typeof found[key] === 'string' && found[key] !== '') given.push(found[key]);
    return { code: json.code, found, row: found['row'] as { id: number } | undefined };
  };

  it('keeps no token and no password in clear in any table, nor in the log', async () => {
    const signedIn = await send('POST', login, { body: { username: 'admin', password: typed.right, keep: true } });
    const token = signedIn.found['token'] as string;
    const call = (method: string, url: string, body: Record<string, unknown>) =>
      send(method, `/api/admin/${url}`, { token, body });
    await send('POST', login, { body: { username: 'admin', password: typed.wrong } });
    await send('POST', login, { body: { username: typed.asName, password: typed.wrong } });
    await send('POST', login, { body: { username: 'admin', password: [typed.wrong] } });
    const renewed = await send('POST', refresh, { body: { refresh_token: signedIn.found['refreshToken'] } });
    expect(renewed.code).toBe(1);
    await send('POST', refresh, { body: { refreshToken: 'Unknown-Canary-8'.repeat(2) } });
    // Whatever administrators send is noted: passwords that are taken, that are refused, of other tables, and where they do not belong.
    const { row } = await call('POST', 'auth.admin/add', {
      username: 'second',
      nickname: 'Second',
      password: typed.made,
      group_ids: [1],
    });
    const id = row!.id;
    await call('POST', 'auth.admin/edit', { id, password: typed.changed, motto: 'noted' });
    await call('POST', 'auth.admin/edit', { id, password: typed.refused });
    await call('POST', 'auth.account/add', { name: 'row', password: typed.ofRow });
    await send('POST', '/api/admin/auth.admin/edit', {
      token,
      query: { password: typed.inQuery, batoken: token },
      body: { id, motto: 'again' },
    });
    await send('GET', '/api/admin/auth.admin/index', { token, query: { batoken: token, token } });
    const other = await send('POST', login, { body: { username: 'second', password: typed.changed, keep: true } });
    await send('POST', '/api/admin/Index/logout', {
      token: other.found['token'] as string,
      body: { refresh_token: other.found['refreshToken'] },
    });
    await expect.poll(() => textOf(server.app.database)).toContain('"motto');
    const stored = await textOf(server.app.database);
    // The scan sees what is there: rows that were written just now, hashes, and every table.
    for (const known of ['again', '$argon2id$', 'sign_in_failure', 'server_secret', 'row_history'])
      expect(stored).toContain(known);
    const log = server.logged.join('\n');
    expect(log).toContain('/admin/Index/login');
    expect(given.length).toBeGreaterThanOrEqual(6);
    for (const secret of [...Object.values(typed), 'Unknown-Canary-8', ...given]) {
      expect(stored, `${secret} in a table`).not.toContain(secret);
      expect(log, `${secret} in the log`).not.toContain(secret);
    }
  });

  /** Everything in the database as text, the tables of search indexes and of the server itself too. */
  async function textOf({ read }: Database): Promise<string> {
    const { rows: tables } =
      name === 'sqlite'
        ? await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'table'`.execute(read)
        : await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(
            read,
          );
    const texts = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(table.name)}`.execute(read);
        const values = rows.flatMap((row) =>
          Object.values(row).map((value) =>
            value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value),
          ),
        );
        return `${table.name}\n${values.join('\n')}`;
      }),
    );
    return texts.join('\n');
  }
});
