import { expect, it } from 'vitest';
import { addPerson } from '../support/addPerson.ts';
import { eachDatabase } from '../support/databases.ts';
import { sampleTables } from '../support/sampleTables.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { entries, securityServers } from '../support/securityServers.ts';

eachDatabase((_name, _open, place) => {
  const { servers } = securityServers(place);
  const serve = async (): Promise<TestServer> => {
    servers.push(await startServer(await place(), { resources: sampleTables }));
    return servers.at(-1)!;
  };
  const person = { username: 'clerk', password: 'Clerk-1234' } as const;

  it('sends the file as it is, and puts into the security log who has it', async () => {
    const server = await serve();
    await server.app.gate.addAll('tag', [{ name: 'one' }, { name: 'two' }]);
    const token = await server.signIn();
    const address =
      '/api/admin/content.tag/export?format=csv&order=id,desc&search[0][field]=name&search[0][operator]=LIKE&search[0][val]=o';
    const { status, headers, text } = await server.request('GET', address, { token });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'x-total-count': '2',
      'x-content-type-options': 'nosniff',
    });
    expect(
      text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',').slice(0, 2)),
    ).toEqual([
      ['2', 'two'],
      ['1', 'one'],
    ]);
    await expect
      .poll(() => entries(server, { kind: 'export' }))
      .toMatchObject([
        {
          outcome: 'success',
          username: 'admin',
          target: 'tag',
          detail: { rows: 2, format: 'csv', query: { order: 'id,desc', search: [{ field: 'name', val: 'o' }] } },
          request_id: headers['x-request-id'],
        },
      ]);
  });

  it('answers HEAD as GET, and reads no further than the first rows for it', async () => {
    const server = await serve();
    await server.app.gate.addAll(
      'tag',
      Array.from({ length: 1500 }, (_, at) => ({ name: `tag ${at}` })),
    );
    const token = await server.signIn();
    const { status, headers, text } = await server.request('HEAD', '/api/admin/content.tag/export', { token });
    expect([status, text]).toEqual([200, '']);
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'x-total-count': '1500' });
    await expect
      .poll(() => entries(server, { kind: 'export' }))
      .toMatchObject([{ outcome: 'failed', detail: { rows: 500 } }]);
  });

  it('refuses a format that is none, an object too', async () => {
    const server = await serve();
    const token = await server.signIn();
    for (const format of ['toString', ['csv'], { a: 'csv' }, [{ a: 'csv' }]]) {
      const { json } = await server.request('GET', '/api/admin/content.tag/export', { token, query: { format } });
      expect(json, JSON.stringify(format)).toMatchObject({ code: 0 });
    }
    expect(await entries(server, { kind: 'export' })).toEqual([]);
  });

  it('answers whoever has no right to it as every refusal is answered', async () => {
    const server = await serve();
    await addPerson(server.app.gate, person.username, person.password, ['content/tag/index']);
    const token = await server.signIn(person.username, person.password);
    const { json, headers } = await server.request('GET', '/api/admin/content.tag/export', { token });
    expect(json).toMatchObject({ code: 401, data: null });
    expect(headers).not.toHaveProperty('content-disposition');
    await expect
      .poll(() => entries(server, { kind: 'forbidden' }))
      .toMatchObject([{ outcome: 'refused', username: 'clerk', target: '/admin/content.tag/export' }]);
    expect(await entries(server, { kind: 'export' })).toEqual([]);
  });
});
