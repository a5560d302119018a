import { afterAll, beforeAll, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { dateTimeText, f, table } from '#resource';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const zones = ['Europe/Berlin', 'Asia/Shanghai'] as const;
/** Noon of that day on the clocks of both, in unix seconds. */
const noon = '2024-07-01 12:00:00';
const noons = [Date.UTC(2024, 6, 1, 10), Date.UTC(2024, 6, 1, 4)].map((each) => each / 1000);

const visit = table('visit', { at: f.datetime() }).resource({ path: 'clinic/visit', label: 'Visits' });
const everyone = { method: 'GET', realm: 'admin', node: 'everyone' } as const;

/** Shows the clock in a route, after waiting too, and as a timer sees it that began with the application. */
function clock(): ReturnType<typeof definePlugin> {
  let ticked = '';
  let timer: NodeJS.Timeout | undefined;
  return definePlugin({
    name: 'clock',
    start: () => void (timer = setInterval(() => (ticked = dateTimeText(noons[0]!)), 5)),
    stop: () => clearInterval(timer),
    routes: [
      {
        ...everyone,
        url: '/admin/clock/index',
        async handler() {
          const before = dateTimeText(noons[0]!);
          await new Promise((resolve) => setTimeout(resolve, 5));
          return { shown: [before, dateTimeText(noons[0]!)], ticked };
        },
      },
    ],
  });
}

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  let tokens: string[];
  beforeAll(async () => {
    for (const timeZone of zones)
      servers.push(await startServer(await place(), { config: { timeZone }, resources: [visit], plugins: [clock()] }));
    tokens = await Promise.all(servers.map((server) => server.signIn()));
  });
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  const ask = async (at: number, method: string, url: string, asked: object = {}) =>
    (await servers[at]!.request(method, `/api/admin/${url}`, { token: tokens[at], ...asked })).json;
  /** What is added over the network, and without one. */
  const add = async (at: number) =>
    (await ask(at, 'POST', 'clinic.visit/add', { body: { at: noon } })).data as { row: { at: number } };
  const inject = async (at: number) => {
    const headers = { batoken: tokens[at]! };
    const { app } = servers[at]!;
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/admin/clinic.visit/add',
      headers,
      payload: { at: noon },
    });
    return answer.json<{ data: { row: { at: number } } }>().data;
  };
  const found = async (at: number) =>
    (
      await ask(at, 'GET', 'clinic.visit/index', {
        query: { search: [{ field: 'at', operator: 'RANGE', val: `${noon},${noon}` }] },
      })
    ).data as { total: number };

  it('are those of two applications in one process, whichever asks', async () => {
    const asked = [0, 1, 1, 0, 0, 1];
    for (const send of [add, inject])
      expect(await Promise.all(asked.map(async (at) => (await send(at)).row.at))).toEqual(asked.map((at) => noons[at]));
    for (const at of [0, 1]) {
      expect(await found(at)).toMatchObject({ total: 6 });
      const shown = ['2024-07-01 12:00:00', '2024-07-01 18:00:00'][at];
      await expect
        .poll(async () => (await ask(at, 'GET', 'clock/index')).data)
        .toEqual({ shown: [shown, shown], ticked: shown });
    }
  });

  it('change for the one application whose administrator chooses another', async () => {
    expect((await ask(0, 'POST', 'routine.Config/edit', { body: { time_zone: 'America/New_York' } })).code).toBe(1);
    expect([(await add(0)).row.at, (await add(1)).row.at]).toEqual([Date.UTC(2024, 6, 1, 16) / 1000, noons[1]]);
  });
});
