import { afterEach, expect } from 'vitest';
import type { Place } from './databases.ts';
import { startServer, type ServerOptions, type TestServer } from './server.ts';

export const settingsIndex = '/api/admin/routine.Config/index';
export const settingsEdit = '/api/admin/routine.Config/edit';
/** A password that nobody may find anywhere. */
export const canary = 'Mail-Canary <&> 5518';

/** Servers whose settings are read and changed; they end with the test. */
export function settingsServers(place: () => Promise<Place>) {
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  const serve = async (options: ServerOptions = {}, where?: Place): Promise<TestServer> => {
    servers.push(await startServer(where ?? (await place()), options));
    return servers.at(-1)!;
  };
  return { servers, serve };
}

interface Item {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
  readonly rule: string;
}
interface Shown {
  readonly title: string;
  readonly list: readonly Item[];
  readonly row: Readonly<Record<string, unknown>> & { readonly version: number };
  readonly manifest: {
    readonly actions: readonly string[];
    readonly fields: Readonly<Record<string, { readonly label: string; readonly readable: boolean }>>;
  };
}

export const groupsOf = async (server: TestServer, token: string) =>
  (await server.request('GET', settingsIndex, { token })).json.data as {
    list: Record<string, Shown>;
    configGroup: Record<string, string>;
  };

/** What everybody is told of the site. */
export const siteOf = async (server: TestServer) =>
  (await server.request('GET', '/config.json')).json as unknown as Record<string, unknown>;

export const saveSettings = async (server: TestServer, token: string, body: Record<string, unknown>) =>
  (await server.request('POST', settingsEdit, { token, body })).json;

/** Whether the administrator is told in this zone when they last came. */
export async function showsTimesIn(zone: string, server: TestServer, token: string): Promise<boolean> {
  const { json } = await server.request('GET', '/api/admin/routine.AdminInfo/index', { token });
  const [admin] = await server.app.gate.rows('admin').list();
  const clock = new Date(admin!.last_login_time! * 1000).toLocaleString('sv-SE', { timeZone: zone });
  return (json.data as { info: { last_login_time: string } }).info.last_login_time === clock;
}

/** Signs in as somebody who owns these nodes. */
export async function personWith(server: TestServer, ...nodes: readonly string[]): Promise<string> {
  const { gate } = server.app;
  const rules = await gate.rows('admin_rule').list({ name: { in: nodes } });
  expect(rules).toHaveLength(nodes.length);
  const { id } = await gate
    .rows('admin_group')
    .add({ name: `group ${nodes.join()}`, pid: 1, rule_ids: rules.map((rule) => rule.id) });
  const username = `p${nodes.length}_${id}`;
  await gate.rows('admin').add({ username, nickname: username, password: 'Person-1', group_ids: [id] });
  return server.signIn(username, 'Person-1');
}
