import { afterEach } from 'vitest';
import type { ServerPlugin } from '#plugin';
import type { Place } from './databases.ts';
import { startServer, type TestServer } from './server.ts';

/** Servers with a security log and a clock that stands until it is moved on; they end with the test. */
export function securityServers(place: () => Promise<Place>) {
  const servers: TestServer[] = [];
  // A day after the database was made: what is in it is not old enough to be removed at the start.
  let clock = 1_700_086_400;
  const serve = async (where?: Place, plugins: readonly ServerPlugin[] = []): Promise<TestServer> => {
    servers.push(
      await startServer(where ?? (await place()), { now: () => clock, config: { trustProxy: 'loopback' }, plugins }),
    );
    return servers.at(-1)!;
  };
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  const pass = (seconds: number): void => void (clock += seconds);
  return { servers, serve, pass };
}

export const entries = (server: TestServer, where: Record<string, unknown> = {}) =>
  server.app.gate.rows('security_log').list(where as never, { sort: 'id' });

export const reported = async (server: TestServer, kind: string) =>
  (await entries(server, { kind })).map((entry) => [entry.outcome, entry.username, entry.target, entry.ip]);

/** An administrator without rights. */
export async function addLowly({ app: { gate } }: TestServer, username = 'lowly') {
  const { id: group } = await gate.rows('admin_group').add({ name: username, pid: 1 });
  return gate.rows('admin').add({ username, nickname: username, password: 'Person-1', group_ids: [group] });
}
