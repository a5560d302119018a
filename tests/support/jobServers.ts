import { afterAll } from 'vitest';
import { definePlugin, type AnyJob, type PluginHost } from '#plugin';
import type { Resource } from '#resource';
import { temporaryFolder, type Place } from './databases.ts';
import { startServer, type TestServer } from './server.ts';

/** A server whose one plugin has these jobs, and its host. */
export interface Office {
  readonly server: TestServer;
  readonly host: PluginHost;
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Settles when somebody says so. */
export function gate<T = void>(): { readonly opened: Promise<T>; open(value: T): void } {
  const { promise: opened, resolve: open } = Promise.withResolvers<T>();
  return { opened, open };
}

/** Servers with jobs, which end with the tests that started them. */
export function jobServers(place: () => Promise<Place>) {
  const servers: TestServer[] = [];
  const folder = temporaryFolder();
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  const start = async (
    jobs: readonly AnyJob[],
    { where, resources = [] }: { where?: Place; resources?: readonly Resource[] } = {},
  ): Promise<Office> => {
    let host: PluginHost;
    const plugin = definePlugin({ name: 'post', jobs, start: (given) => void (host = given) });
    const server = await startServer(where ?? (await place()), {
      plugins: [plugin],
      ...(resources && { resources }),
      limits: { stop: 300 },
      schedules: undefined,
    });
    servers.push(server);
    return { server, host: host! };
  };
  /** Another instance: on PostgreSQL with a data folder of its own. */
  const elsewhere = (where: Place): Place => ({ ...where, dataDir: folder() });
  const failuresOf = async ({ server }: Office, language = 'en'): Promise<string[]> => {
    const token = await server.signIn();
    const headers = { 'think-lang': language };
    const { data } = (await server.request('GET', '/api/admin/Dashboard/index', { token, headers })).json;
    return (data['failures'] as { text: string }[]).map(({ text }) => text);
  };
  return { start, elsewhere, failuresOf };
}
