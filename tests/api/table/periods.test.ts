import { expect, it } from 'vitest';
import { eachDatabase } from '../../support/databases.ts';
import { sampleTables } from '../../support/sampleTables.ts';
import { securityServers } from '../../support/securityServers.ts';
import { startServer } from '../../support/server.ts';

eachDatabase((_name, _open, place) => {
  const { servers } = securityServers(place);

  it('finds what lies in a period as of now, by the site’s clock, and later what lies in it then', async () => {
    // 2024-03-05 23:30 in Shanghai.
    let now = Date.UTC(2024, 2, 5, 15, 30) / 1000;
    const server = await startServer(await place(), { resources: sampleTables, now: () => now });
    servers.push(server);
    const at = (text: string): number => Date.parse(`${text}+08:00`) / 1000;
    const rows = {
      yesterday: '2024-03-04T23:59:59',
      morning: '2024-03-05T00:00:00',
      hour: '2024-03-05T22:30:00',
      tomorrow: '2024-03-06T00:00:00',
    };
    await server.app.gate.addAll('article', [
      ...Object.entries(rows).map(([title, text]) => ({ title, seen_at: at(text), day: text.slice(0, 10) })),
      { title: 'never' },
    ] as never);
    let token = await server.signIn();
    const found = async (field: string, operator: string, value: unknown): Promise<unknown> => {
      const query = { filter: JSON.stringify({ field, operator, value }), order: 'id,asc' };
      const { json } = await server.request('GET', '/api/admin/content.article/index', { token, query });
      return json.code === 1 ? (json.data['list'] as { title: string }[]).map(({ title }) => title) : json.msg;
    };
    expect(await found('seen_at', 'PERIOD', 'today')).toEqual(['morning', 'hour']);
    expect(await found('day', 'PERIOD', 'today')).toEqual(['morning', 'hour']);
    expect(await found('seen_at', 'NOT PERIOD', 'today')).toEqual(['yesterday', 'tomorrow', 'never']);
    expect(await found('seen_at', 'PERIOD', 'last-1-hours')).toEqual(['hour']);
    expect(await found('seen_at', 'PERIOD', 'next-7-days')).toEqual(['morning', 'hour', 'tomorrow']);
    const searched = { search: [{ field: 'seen_at', operator: 'PERIOD', val: 'tomorrow' }] };
    const { json } = await server.request('GET', '/api/admin/content.article/index', { token, query: searched });
    expect(json.data).toMatchObject({ total: 1, list: [{ title: 'tomorrow' }] });
    now += 3600;
    token = await server.signIn();
    expect(await found('seen_at', 'PERIOD', 'today')).toEqual(['tomorrow']);
    expect(await found('day', 'PERIOD', 'yesterday')).toEqual(['morning', 'hour']);
    expect(await found('seen_at', 'PERIOD', 'soon')).toBe(
      '“soon” is no period for “Seen at”, such as today, this-month or last-7-days',
    );
    // Days have no hours, other fields no periods.
    for (const [field, value] of [
      ['day', 'last-2-hours'],
      ['title', 'today'],
      ['price', 'today'],
    ])
      expect(await found(field!, 'PERIOD', value), field).toEqual(expect.any(String));
  });
});
