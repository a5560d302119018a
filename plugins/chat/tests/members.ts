import { definePlugin, type PluginHost, type ServerPlugin } from '#plugin';
import type { RealmName, TableName } from '#resource';
import { pluginNamed, type TestServer } from '#test';
import { Browser } from './browser.ts';

/** As far as tests of the chat know the ledger of the member centre. */
interface TestedLedger {
  adjust(booking: object): Promise<unknown>;
  balance(user: number): Promise<{ readonly score: number; readonly available: { readonly score: number } }>;
}
export interface Members {
  /** The member centre and a plugin that looks into it; none where its folder was taken away. */
  readonly plugins: readonly ServerPlugin[];
  readonly host: PluginHost;
  readonly ledger: TestedLedger;
  /** A new member with so many points, signed in. */
  add(
    server: TestServer,
    username: string,
    points: number,
  ): Promise<{ readonly id: number; readonly browser: Browser }>;
  /** The same without a browser; the id. */
  join(username: string, points: number): Promise<number>;
  /** Another session. */
  token(id: number): Promise<string>;
  /** Points that a member has, and those that nothing holds. */
  points(id: number): Promise<readonly [number, number]>;
}

type LooseRow = Readonly<Record<string, unknown>> & { readonly id: number };
type LooseRows = { list(where?: object, more?: object): Promise<LooseRow[]>; add(values: object): Promise<LooseRow> };

/** Undefined where there is no member centre: what it is needed for is not tested then. */
export async function members(): Promise<Members | undefined> {
  const centre = await pluginNamed('member');
  if (!centre) return undefined;
  let host: PluginHost | undefined;
  const looking = definePlugin({ name: 'looking', mayUse: ['ledger'], start: (given) => void (host = given) });
  const rows = (table: string): LooseRows => host!.rows(table as TableName, host!.system) as unknown as LooseRows;
  const made: Members = {
    plugins: [centre, looking],
    get host() {
      return host!;
    },
    get ledger() {
      return host!.useIfThere('ledger') as TestedLedger;
    },
    async add(server, username, points) {
      const id = await made.join(username, points);
      return { id, browser: new Browser(server, { token: await made.token(id) }) };
    },
    async join(username, points) {
      const group = (await rows('user_group').list({}, { limit: 1 }))[0];
      const { id: group_id } = group ?? (await rows('user_group').add({ name: 'Everyone' }));
      const { id } = await rows('user').add({ username, nickname: username, group_id, password: 'Member-123' });
      const booking = { currency: 'score', user: id, memo: 'x', reason: 'test', key: `fill ${id}` };
      if (points > 0) await made.ledger.adjust({ ...booking, amount: points });
      return id;
    },
    async token(id) {
      const visitor = {
        ...host!.system,
        realm: 'visitor',
        language: 'en',
        ip: '127.0.0.1',
        userAgent: 'test',
      } as const;
      const { userInfo } = await host!.sessions('member' as RealmName).create(visitor, id, { keep: false });
      return userInfo.token;
    },
    async points(id) {
      const { score, available } = await made.ledger.balance(id);
      return [score, available.score];
    },
  };
  return made;
}

/** Changes settings of the site as its administrator. */
export async function configure(server: TestServer, values: Readonly<Record<string, unknown>>): Promise<void> {
  const token = await server.signIn();
  const { json } = await server.request('POST', '/api/admin/routine.Config/edit', { token, body: values });
  if (json.code !== 1) throw new Error(JSON.stringify(json));
}
