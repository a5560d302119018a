import { definePlugin, type PluginHost, type ServerPlugin } from '#plugin';
import type { Ledger } from '../server/ledger/ledger.ts';
import { member } from '../server.ts';

/** The plugin, and another one that uses its ledger. */
export interface Books {
  readonly plugins: readonly ServerPlugin[];
  readonly host: PluginHost;
  readonly ledger: Ledger;
}

/** For one test: each of its servers has them, the last one started is the one that `host` and `ledger` are of. */
export function books(): Books {
  let host: PluginHost | undefined;
  const user = definePlugin({
    name: 'books',
    uses: ['ledger'],
    start(given) {
      host = given;
    },
  });
  return {
    plugins: [member(), user],
    get host() {
      return host!;
    },
    get ledger() {
      return host!.use('ledger');
    },
  };
}

/** A new member, and their access token. */
export async function addMember({ host }: Books, username: string): Promise<{ id: number; token: string }> {
  const group = (await host.rows('user_group', host.system).list({}, { limit: 1 }))[0];
  const { id: group_id } = group ?? (await host.rows('user_group', host.system).add({ name: 'Everyone' }));
  const values = { username, nickname: username, group_id, password: 'Member-123' };
  const { id } = await host.rows('user', host.system).add(values);
  return { id, ...(await addToken({ host }, id)) };
}

/** Another session of the member. */
export async function addToken({ host }: Pick<Books, 'host'>, id: number): Promise<{ token: string }> {
  const visitor = { ...host.system, realm: 'visitor', language: 'en', ip: '127.0.0.1', userAgent: 'test' } as const;
  const { userInfo } = await host.sessions('member').create(visitor, id, { keep: false });
  return { token: userInfo.token };
}
