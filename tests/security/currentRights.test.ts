import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { f, table, type Caller, type Model } from '#resource';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import type { Moment } from '../../src/server/realms/currentRights.ts';
import type { Database } from '../../src/server/database/database.ts';
import { Tokens, type Session } from '../../src/server/session/tokens.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { quickPasswords } from '../support/testConfig.ts';
import { password, startServer, type TestServer } from '../support/server.ts';
import { waitingTransactions } from '../support/waitingTransactions.ts';

const secret = 'Person-1';
const memo = table('memo', { title: f.text(), owner_id: f.int(), count: f.int({ default: 0 }) });
declare module '#resource' {
  interface Tables {
    memo: typeof memo;
  }
}
const memos = memo.resource({
  path: 'office/memo',
  traits: { trash: true, history: true, sortable: true },
  rows: { read: (caller) => caller.super || { owner_id: { in: [caller.id, ...caller.below.admins] } } },
});
const memoNodes = ['index', 'add', 'edit', 'del', 'destroy', 'restore', 'sortable', 'history'].map(
  (action) => `office/memo/${action}`,
);
const allNodes = ['office', 'office/memo', ...memoNodes, 'routine/config/edit', 'auth/admin/edit', 'office/late/act'];

eachDatabase((name, _open, place) => {
  const passwordCost = { ...quickPasswords };
  let where: Place;
  let server: TestServer;
  let model: Model;
  const captured: Caller[] = [];
  const gate = () => server.app.gate;
  const rows = (table: 'admin' | 'admin_group' | 'admin_rule' | 'memo') => gate().rows(table);
  const rulesOf = async (nodes: readonly string[]): Promise<number[]> =>
    (await rows('admin_rule').list({ name: { in: nodes } } as never)).map(({ id }) => id);
  let round = 0;
  let boss: { id: number; group: number; username: string; token: string; caller: Caller };
  let clerk: { id: number; group: number };
  let row: { id: number; other: number; trashed: number };

  /** The caller that a request of this token comes with, for use after the request is long over. */
  const callerOf = async (token: string): Promise<Caller> => {
    const { json } = await server.request('POST', '/api/admin/office.late/act', { token });
    expect(json.code, json.msg).toBe(1);
    return captured.pop()!;
  };
  const person = async (username: string, group: number): Promise<number> =>
    (await rows('admin').add({ username, nickname: username, password: secret, group_ids: [group] } as never)).id;

  const start = () =>
    startServer(where, {
      passwordCost,
      resources: [memos],
      plugins: [
        {
          name: 'late',
          menu: [{ path: 'office/late', label: 'Late', buttons: { act: 'Act' } }],
          routes: [
            {
              method: 'POST',
              url: '/admin/office.late/act',
              node: 'office/late/act',
              handler: ({ caller }) => void captured.push(caller),
            },
          ],
        },
      ],
    });

  beforeAll(async () => {
    where = await place();
    server = await start();
    model = gate().models.get('memo')!;
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    const username = `boss${(round += 1)}`;
    const group = (
      await rows('admin_group').add({ name: username, pid: 1, rule_ids: await rulesOf(allNodes) } as never)
    ).id;
    const id = await person(username, group);
    const below = (await rows('admin_group').add({ name: `of ${username}`, pid: group } as never)).id;
    clerk = { id: await person(`clerk${round}`, below), group: below };
    const memoOf = async (owner: number) =>
      (await rows('memo').add({ title: 'as it was', owner_id: owner } as never)).id;
    row = { id: await memoOf(id), other: await memoOf(id), trashed: await memoOf(id) };
    await rows('memo').del([row.trashed]);
    const token = await server.signIn(username, secret);
    boss = { id, group, username, token, caller: await callerOf(token) };
  });

  /** A transaction that stays open until it is released; on SQLite all others wait behind it. */
  const hold = async (): Promise<{ held: Promise<void>; release: () => void }> => {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let held: Promise<void>;
    // The job may run twice.
    await new Promise<void>((started) => {
      held = server.app.database.write(() => (started(), released));
    });
    return { held: held!, release };
  };

  /** Resolves when somebody waits for a lock of PostgreSQL. */
  const lockedOut = async (database: Database): Promise<void> => {
    while ((await waitingTransactions(database)) === 0) await nextTurn();
  };

  const writes: Record<string, (caller: Caller) => Promise<unknown>> = {
    add: (caller) => gate().add(caller, model, { title: 'new', owner_id: caller.id }),
    'add with a key': (caller) => gate().add(caller, model, { title: 'new', owner_id: caller.id }, `key ${round}`),
    edit: (caller) => gate().edit(caller, model, { id: row.id, title: 'changed' }),
    del: (caller) => gate().del(caller, model, [row.id]),
    restore: (caller) => gate().restore(caller, model, [row.trashed]),
    destroy: (caller) => gate().destroy(caller, model, [row.trashed]),
    sortable: (caller) => gate().sortable(caller, model, { id: row.id, targetId: row.other }),
    'add of a plugin': (caller) =>
      gate()
        .rows('memo', caller)
        .add({ title: 'new', owner_id: caller.id } as never),
    'edit of a plugin': (caller) =>
      gate()
        .rows('memo', caller)
        .edit(row.id, { title: 'changed' } as never),
    'del of a plugin': (caller) => gate().rows('memo', caller).del([row.id]),
  };
  const dump = async (): Promise<string> => {
    const tables = ['memo', 'idempotency_key', 'setting'];
    const all = tables.map((each) =>
      sql`SELECT * FROM ${sql.table(each)} ORDER BY 1, 2`.execute(server.app.database.read),
    );
    return JSON.stringify((await Promise.all(all)).map((each) => each.rows));
  };
  const losses: Record<string, [code: number, lose: () => Promise<unknown>]> = {
    'their account is disabled': [302, () => rows('admin').edit(boss.id, { status: 0 } as never)],
    'their account is deleted': [302, () => rows('admin').del([boss.id])],
    'their password is set anew': [302, () => rows('admin').edit(boss.id, { password: 'Another-1' } as never)],
    'they have signed out': [
      302,
      () => server.request('POST', '/api/admin/Index/logout', { token: boss.token, body: {} }),
    ],
    'their group is switched off': [401, () => rows('admin_group').edit(boss.group, { status: 0 } as never)],
    'their group loses its rules': [401, () => rows('admin_group').edit(boss.group, { rule_ids: [] } as never)],
  };

  it.each(Object.entries(losses))('lets nobody write in any way after %s', async (_loss, [code, lose]) => {
    await lose();
    const before = await dump();
    for (const [way, write] of Object.entries(writes))
      await expect(write(boss.caller), way).rejects.toMatchObject({ options: { code } });
    expect(await dump()).toBe(before);
  });

  it('needs the node of each action when it is written', async () => {
    const before = await dump();
    for (const action of ['add', 'edit', 'del', 'restore', 'destroy', 'sortable']) {
      const left = allNodes.filter((node) => node !== `office/memo/${action}`);
      await rows('admin_group').edit(boss.group, { rule_ids: await rulesOf(left) } as never);
      const forbidden = { key: 'rows:forbidden', options: { code: 401 } };
      await expect(writes[action]!(boss.caller), action).rejects.toMatchObject(forbidden);
    }
    expect(await dump()).toBe(before);
  });

  it('tells nobody what is there or wrong who may not ask any more', async () => {
    const edit = (body: Record<string, unknown>) => gate().edit(boss.caller, model, body);
    await expect(edit({ id: 999_999, title: 'x' })).rejects.toMatchObject({ key: 'rows:notFound' });
    const left = allNodes.filter((node) => node !== 'office/memo/edit');
    await rows('admin_group').edit(boss.group, { rule_ids: await rulesOf(left) } as never);
    for (const body of [
      { id: 999_999, title: 'x' },
      { id: row.id, nothing: 1 },
    ])
      await expect(edit(body)).rejects.toMatchObject({ key: 'rows:forbidden' });
  });

  it('needs the node of a plugin’s route when the plugin writes', async () => {
    const left = allNodes.filter((node) => node !== 'office/late/act');
    await rows('admin_group').edit(boss.group, { rule_ids: await rulesOf(left) } as never);
    await expect(writes['add of a plugin']!(boss.caller)).rejects.toMatchObject({
      key: 'server:forbidden',
      options: { code: 401 },
    });
  });

  it('lets a rule that is switched off for everybody count at once', async () => {
    const [rule] = await rulesOf(['office/memo/edit']);
    await rows('admin_rule').edit(rule!, { status: 0 } as never);
    try {
      await expect(writes['edit']!(boss.caller)).rejects.toMatchObject({ key: 'rows:forbidden' });
    } finally {
      await rows('admin_rule').edit(rule!, { status: 1 } as never);
    }
  });

  it('works rows out anew that depend on who stands below', async () => {
    const theirs = (await rows('memo').add({ title: 'of the clerk', owner_id: clerk.id } as never)).id;
    const edit = (caller: Caller) => gate().edit(caller, model, { id: theirs, title: 'changed' });
    expect(await edit(boss.caller)).toMatchObject({ title: 'changed' });
    await rows('admin').edit(clerk.id, { group_ids: [1] } as never);
    await expect(edit(boss.caller)).rejects.toMatchObject({ key: 'rows:notFound' });
    expect(await rows('memo').get(theirs)).toMatchObject({ version: 2 });
  });

  it('tells nobody by a refusal what they may not know any more', async () => {
    const wrong = (caller: Caller) => gate().edit(caller, model, { id: row.id, count: 'x' });
    await expect(wrong(boss.caller)).rejects.toMatchObject({ key: 'validate:integer' });
    const left = allNodes.filter((node) => node !== 'office/memo/edit');
    await rows('admin_group').edit(boss.group, { rule_ids: await rulesOf(left) } as never);
    await expect(wrong(boss.caller)).rejects.toMatchObject({ key: 'rows:forbidden' });
    await rows('admin').edit(boss.id, { status: 0 } as never);
    await expect(wrong(boss.caller)).rejects.toMatchObject({ options: { code: 302 } });
  });

  it('goes on when others’ rights change, and when theirs grow', async () => {
    await rows('admin').edit(clerk.id, { status: 0 } as never);
    await server.signIn();
    expect(await writes['edit']!(boss.caller)).toMatchObject({ title: 'changed' });
    const nodes = await rulesOf([...allNodes, 'auth/adminLog/index']);
    await rows('admin_group').edit(boss.group, { rule_ids: nodes } as never);
    expect(await gate().edit(boss.caller, model, { id: row.id, title: 'again' })).toMatchObject({ title: 'again' });
  });

  it('changes a setting only with the right of that moment', async () => {
    const change = (token: string, name: string) =>
      server.request('POST', '/api/admin/routine.Config/edit', { token, body: { site_name: name } });
    expect((await change(boss.token, 'Ours')).json.code).toBe(1);
    const lose = () => rows('admin_group').edit(boss.group, { rule_ids: [] } as never);
    let changing: ReturnType<typeof change>;
    if (name === 'sqlite') {
      const { held, release } = await hold();
      const lost = lose();
      changing = change(boss.token, 'Never');
      // By the time that this is answered, the one before it waits.
      await server.request('GET', '/config.json');
      release();
      await Promise.all([held, lost]);
    } else {
      const other = await openDatabase(where);
      await other.write(async ({ db }) => {
        await sql`SELECT 1 FROM setting FOR UPDATE`.execute(db);
        changing = change(boss.token, 'Never');
        await lockedOut(other);
        await lose();
      });
      await other.close();
    }
    expect((await changing!).json.code).toBe(401);
    expect((await server.request('GET', '/config.json')).text).toContain('Ours');
  });

  it('counts what an earlier change in the same commit has decided', async () => {
    const { held, release } = await hold();
    // On SQLite both wait behind the held one and share a commit; on PostgreSQL nobody waits.
    const lost = rows('admin_group').edit(boss.group, { rule_ids: [] } as never);
    if (name === 'postgres') await lost;
    const written = writes['edit']!(boss.caller);
    await nextTurn();
    release();
    await expect(written).rejects.toMatchObject({ options: { code: 401 } });
    await Promise.all([held, lost]);
    expect(await rows('memo').get(row.id)).toMatchObject({ title: 'as it was' });
  });

  it('rolls back with an earlier change in the same commit that fails itself', async () => {
    const { held, release } = await hold();
    const failed = gate()
      .rows('admin_group')
      .edit(boss.group, { rule_ids: [999_999] } as never);
    const written = writes['edit']!(boss.caller);
    await nextTurn();
    release();
    await expect(failed).rejects.toThrow();
    expect(await written).toMatchObject({ title: 'changed' });
    await held;
  });

  describe.runIf(name === 'postgres')('while another transaction runs', () => {
    let other: Database;
    beforeAll(async () => {
      other = await openDatabase(where);
    });
    afterAll(() => other.close());
    it('refuses who has lost the right between the first statement and the commit', async () => {
      let written: Promise<unknown> | undefined;
      await other.write(async ({ db }) => {
        await sql`SELECT 1 FROM memo WHERE id = ${row.id} FOR UPDATE`.execute(db);
        written = writes['edit']!(boss.caller);
        written.catch(() => {});
        await lockedOut(other);
        await rows('admin_group').edit(boss.group, { rule_ids: [] } as never);
      });
      await expect(written).rejects.toMatchObject({ key: 'server:forbidden' });
      expect(await rows('memo').get(row.id)).toMatchObject({ title: 'as it was' });
    });

    it('lets a change of rights be acknowledged only after those who were ahead of it', async () => {
      let lost: Promise<unknown> | undefined;
      let isLost = false;
      server.app.database.guard(['admin_group']);
      other.guard(['admin_group']);
      await other.write(async (write) => {
        await write.settle();
        lost = rows('admin_group')
          .edit(boss.group, { rule_ids: [] } as never)
          .then(() => (isLost = true));
        await lockedOut(other);
        expect(isLost).toBe(false);
      });
      await lost;
      expect(isLost).toBe(true);
    });
  });

  it.runIf(name === 'postgres')('begins again only after those of another instance who do so already', async () => {
    const other = await openDatabase(where);
    await rows('admin_group').edit(boss.group, {
      rule_ids: await rulesOf([...allNodes, 'auth/adminLog/index']),
    } as never);
    let isWritten = false;
    let written: Promise<unknown> | undefined;
    await other.runInTurn(async () => {
      written = writes['edit']!(boss.caller).then(() => (isWritten = true));
      await Promise.race([lockedOut(other), written]);
      expect(isWritten).toBe(false);
    });
    await written;
    expect(await rows('memo').get(row.id)).toMatchObject({ title: 'changed' });
    await other.close();
  });

  it('applies no password of a queue that waited while its target rose', async () => {
    // Long enough that most of them still wait when the first is done.
    Object.assign(passwordCost, { memory: 19_456, passes: 6 });
    // Fewer than the times that one begins again because the others have written.
    const edits = Array.from({ length: 8 }, (_, at) =>
      server.request('POST', '/api/admin/auth.admin/edit', {
        token: boss.token,
        body: { id: clerk.id, password: `Taken-${at}` },
        mayFail: true,
      }),
    );
    await edits[0];
    await rows('admin').edit(clerk.id, { group_ids: [1] } as never);
    const risen = await rows('admin').get(clerk.id);
    const answers = await Promise.all(edits);
    Object.assign(passwordCost, quickPasswords);
    expect(await rows('admin').get(clerk.id)).toEqual(risen);
    for (const { json } of answers)
      if (json.code !== 1) expect(json).toMatchObject({ code: 0, msg: 'Record not found' });
  });

  /** More than times that one begins again. Half edit one account, half add groups; each goes to one of these in its turn. */
  const expectManyChanges = async (servers: readonly TestServer[]): Promise<void> => {
    const token = await server.signIn();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        const turn = Math.floor(at / 2);
        const to = servers[turn % servers.length]!;
        return at % 2 === 0
          ? to.request('POST', '/api/admin/auth.admin/edit', { token, body: { id: clerk.id, motto: `Motto ${turn}` } })
          : to.request('POST', '/api/admin/auth.group/add', {
              token,
              body: { name: `${round} ${turn}`, pid: clerk.group },
            });
      }),
    );
    expect(answers.filter(({ json }) => json.code !== 1).map(({ json }) => json.msg)).toEqual([]);
    expect(await rows('admin').get(clerk.id)).toMatchObject({ version: 21 });
    expect(await rows('admin_group').count({ pid: clerk.group } as never)).toBe(20);
  };

  it('does forty changes at once of what decides about rights', () => expectManyChanges([server]));

  it.runIf(name === 'postgres')('does the same when half of them are sent to another instance', async () => {
    const other = await start();
    await expectManyChanges([server, other]).finally(() => other.close());
  });

  it('leaves nobody signed in by an old password that was reset meanwhile', async () => {
    for (let times = 0; times < 4; times += 1) {
      await rows('admin').edit(boss.id, { password: secret } as never);
      const token = await server.signIn(boss.username, secret);
      const own = server.request('POST', '/api/admin/routine.AdminInfo/edit', {
        token,
        body: { oldPassword: secret, password: 'Thief-1234' },
      });
      const reset = rows('admin').edit(boss.id, { password: 'Owner-1234' } as never);
      const { json } = await own;
      await reset;
      // Whatever came first, one of the two has ended the other's.
      const code = await server.request('POST', '/api/admin/Index/login', {
        body: { username: boss.username, password: 'Owner-1234' },
      });
      const isOwners = code.json.code === 1;
      const tokens = [token, ...(json.code === 1 ? [String(json.data['token'])] : [])];
      for (const each of tokens) {
        const { json: start } = await server.request('GET', '/api/admin/Index/index', { token: each });
        if (isOwners) expect(start.code).toBe(302);
      }
      expect(isOwners).toBe(true);
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['others are changed', () => rows('admin').edit(clerk.id, { motto: 'changed meanwhile' } as never)],
    [
      'their rights grow',
      async () =>
        rows('admin_group').edit(boss.group, {
          rule_ids: await rulesOf([...allNodes, 'auth/adminLog/index']),
        } as never),
    ],
  ])('lets somebody change their own password while %s', async (_what, change) => {
    const own = server.request('POST', '/api/admin/routine.AdminInfo/edit', {
      token: boss.token,
      body: { oldPassword: secret, password: 'Another-1' },
    });
    await server.request('GET', '/config.json');
    await change();
    const { json } = await own;
    expect(json.code, json.msg).toBe(1);
    const token = String(json.data['token']);
    expect((await server.request('GET', '/api/admin/Index/index', { token })).json.code).toBe(1);
  });

  it('does not bring a session back that ends while it is refreshed', async () => {
    const signedIn = await server.request('POST', '/api/admin/Index/login', {
      body: { username: boss.username, password: secret, keep: true },
    });
    const { refreshToken } = signedIn.json.data['userInfo'] as { refreshToken: string };
    const refresh = () => server.request('POST', '/api/common/refreshToken', { body: { refreshToken } });
    // The first one of a server also makes its secret.
    expect((await refresh()).json.code).toBe(1);
    const disable = () => rows('admin').edit(boss.id, { status: 0 } as never);
    let refreshing: ReturnType<typeof refresh>;
    if (name === 'sqlite') {
      const { held, release } = await hold();
      const ended = disable();
      refreshing = refresh();
      await server.request('GET', '/config.json');
      release();
      await Promise.all([held, ended]);
    } else {
      const other = await openDatabase(where);
      await other.write(async ({ db }) => {
        // What a refresh waits for that is not alone in its family.
        await sql`SELECT pg_advisory_xact_lock(7, hashtext(family))
          FROM (SELECT DISTINCT family FROM session_token WHERE account_id = ${boss.id}) AS families`.execute(db);
        refreshing = refresh();
        await lockedOut(other);
        await disable();
      });
      await other.close();
    }
    expect((await refreshing!).json.code).toBe(0);
  });

  it('gives no tokens for a session that has ended by the commit', async () => {
    const { database } = server.app;
    const tokens = new Tokens(
      database,
      () => Math.floor(Date.now() / 1000),
      () => {},
    );
    const { refreshToken } = await tokens.issue({ realm: 'admin', accountId: boss.id, number: 1 }, true);
    const stored = async () => (await sql`SELECT * FROM session_token ORDER BY hash`.execute(database.read)).rows;
    const before = await stored();
    // Only who looks within the transaction sees that it has ended.
    const asked: boolean[] = [];
    const endsMeanwhile = async (_session: Session, moment?: Moment) =>
      asked.push(moment?.write !== undefined) > 0 && moment === undefined;
    expect(await tokens.refresh(refreshToken, endsMeanwhile)).toBeUndefined();
    // Trouble is no end of a session: nobody is signed out by it.
    const fails = async (_session: Session, moment?: Moment) => {
      if (moment) throw new Error('the disk is full');
      return true;
    };
    await expect(tokens.refresh(refreshToken, fails)).rejects.toThrow('the disk is full');
    expect(asked.indexOf(true)).toBe(1);
    expect(await stored()).toEqual(before);
    expect(await tokens.refresh(refreshToken, async () => true)).toMatchObject({ realm: 'admin' });
  });

  it('is not in the way of the first administrator', async () => {
    const token = await server.signIn('admin', password);
    const { json } = await server.request('POST', '/api/admin/office.memo/edit', {
      token,
      body: { id: row.id, title: 'by admin' },
    });
    expect(json.code).toBe(1);
  });
});
