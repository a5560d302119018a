import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { f, table, type Caller, type Model } from '#resource';
import { openDatabase } from '../../src/server/database/openDatabase.ts';
import { checkPassword } from '../../src/server/session/checkPassword.ts';
import { Tokens } from '../../src/server/session/tokens.ts';
import { actingPlugin } from '../support/actingPlugin.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { guests } from '../support/guests.ts';
import { readEvents } from '../support/eventReader.ts';
import { importer } from '../support/imports.ts';
import { startServer, type Asked, type TestServer } from '../support/server.ts';
import { waitingTransactions } from '../support/waitingTransactions.ts';

const secret = 'Person-1';
const other = 'Changed-2';
/** What an import waits for in the middle of a transaction. */
const waiting = () => ({ isOn: false, begun: Promise.withResolvers<void>(), release: Promise.withResolvers<void>() });
let held = waiting();
const note = table('acting_note', { title: f.text({ required: true }), owner_id: f.int(), price: f.int() });
/** Without hooks: what others change meanwhile does not wait for it. */
const memo = table('acting_memo', { title: f.text({ required: true }), owner_id: f.int() });
declare module '#resource' {
  interface Tables {
    acting_memo: typeof memo;
    acting_note: typeof note;
  }
}
const resources = [
  note.resource({
    path: 'office/note',
    traits: { history: true },
    access: { price: { read: (caller) => caller.super, write: (caller) => caller.super } },
    rows: { read: (caller) => caller.super || { owner_id: caller.id } },
    hooks: {
      async beforeSave({ next, prev, context }) {
        if (!prev) next.owner_id = context.caller.id;
        if (next.title !== 'held' || !held.isOn) return;
        held.begun.resolve();
        await held.release.promise;
      },
    },
  }),
  memo.resource({ path: 'office/plain', rows: { read: (caller) => caller.super || { owner_id: caller.id } } }),
];
const nodes = ['index', 'add', 'edit', 'import', 'history']
  .map((action) => `office/note/${action}`)
  .concat('office/plain/edit', 'auth/admin/index', 'auth/admin/edit', 'auth/admin/resetTwoStep', 'auth/adminLog/index');
const [redirect, refresh, forbidden] = [302, 409, 401];

eachDatabase((name, _open, place) => {
  let where: Place;
  let clock = 1_700_000_000;
  let server: TestServer;
  let second: TestServer;
  let model: Model;
  const late = actingPlugin();
  const rows = <
    N extends 'admin' | 'admin_group' | 'admin_rule' | 'admin_log' | 'security_log' | 'acting_note' | 'acting_memo',
  >(
    table: N,
  ) => server.app.gate.rows(table);
  const start = () =>
    startServer(where, {
      resources: [...resources, ...guests.resources!],
      plugins: [late.plugin, guests],
      now: () => clock,
      limits: { rights: 20 } as never,
    });
  let round = 0;
  let ada: { id: number; group: number; username: string; token: string; refreshToken: string };
  let bob: { id: number; group: number; username: string; row: number };

  const call = async (token: string, method: string, url: string, asked: Asked = {}, at = server) =>
    (await at.request(method, `/api/admin/${url}`, { token, ...asked })).json;
  const code = async (token: string, at = server): Promise<number> =>
    (await call(token, 'GET', 'office.note/index', {}, at)).code;
  const ask = (token: string, id: number, at = server) =>
    call(token, 'POST', 'auth.admin/signInAs', { body: { ids: [id] } }, at);
  const actAs = async (token: string, id: number): Promise<string> => {
    const json = await ask(token, id);
    expect(json.code, json.msg).toBe(1);
    return ((json.data['result'] as { identity: { token: string } }).identity ?? {}).token;
  };
  const signIn = async (username: string, keep = true) => {
    const body = { username, password: secret, keep };
    const { json } = await server.request('POST', '/api/admin/Index/login', { body });
    expect(json.code, json.msg).toBe(1);
    return json.data['userInfo'] as { token: string; refreshToken: string };
  };
  const steps = async (): Promise<unknown[]> => {
    // Entries are written behind the answer.
    const found = async () =>
      (await rows('security_log').list({ kind: 'act_as', username: ada.username } as never, { sort: 'id' })).map(
        ({ outcome, target, detail, actor }) => [
          outcome,
          target,
          Object.values((typeof detail === 'string' ? JSON.parse(detail) : detail) as object)[0],
          actor,
        ],
      );
    return found();
  };

  beforeAll(async () => {
    where = await place();
    server = await start();
    // The folder of SQLite is one instance's own.
    second = name === 'postgres' ? await start() : server;
    model = server.app.gate.modelOf('acting_note');
  });
  afterAll(async () => {
    await second.close();
    if (server !== second) await server.close();
  });
  beforeEach(async () => {
    round += 1;
    const rules = await rows('admin_rule').list({ name: { in: nodes } });
    const group = async (values: object) => (await rows('admin_group').add({ pid: 1, ...values } as never)).id;
    const person = async (username: string, group_ids: number[]) =>
      (await rows('admin').add({ username, nickname: `Dr ${username}`, password: secret, group_ids } as never)).id;
    const supers = await group({ name: `supers ${round}`, is_super: 1 });
    const clerks = await group({ name: `clerks ${round}`, rule_ids: rules.map(({ id }) => id) });
    const [own, them] = [`ada${round}`, `bob${round}`];
    ada = { id: await person(own, [supers]), group: supers, username: own, token: '', refreshToken: '' };
    const { token, refreshToken } = await signIn(own);
    ada = { ...ada, token, refreshToken };
    const id = await person(them, [clerks]);
    const { id: row } = await rows('acting_note').add({ title: 'as it was' });
    await rows('acting_note').edit(row, { owner_id: id });
    bob = { id, group: clerks, username: them, row };
  });

  describe('who may', () => {
    it('are super administrators, whatever permissions others have', async () => {
      const boss = await signIn(bob.username);
      expect(await ask(boss.token, ada.id)).toMatchObject({ code: forbidden });
      expect(await ask(boss.token, bob.id)).toMatchObject({ code: forbidden });
      expect(
        (await server.request('POST', '/api/admin/auth.admin/signInAs', { body: { ids: [bob.id] } })).json,
      ).toMatchObject({ code: redirect });
      // There is nothing to tick, and an address that is opened to all opens nothing.
      expect(await rows('admin_rule').list({ name: 'auth/admin/signInAs' })).toEqual([]);
      const rule = await rows('admin_rule').add({ type: 'button', title: 'x', name: 'auth/admin/signInAs' } as never);
      const { rule_ids: owned } = (await rows('admin_group').get(bob.group))!;
      await rows('admin_group').edit(bob.group, { rule_ids: [...owned, rule.id] });
      const { token } = await signIn(bob.username);
      expect(await ask(token, ada.id)).toMatchObject({ code: forbidden });
      const manifest = async (who: string) => (await call(who, 'GET', 'auth.admin/manifest')).data['actions'];
      expect(await manifest(token)).not.toContain('signInAs');
      expect(await manifest(ada.token)).toContain('signInAs');
      await rows('admin_rule').del([rule.id]);
    });

    it('reach neither themselves nor other supers, nor who is disabled, deleted or not there', async () => {
      const eve = (
        await rows('admin').add({
          username: `eve${round}`,
          nickname: 'x',
          password: secret,
          group_ids: [ada.group],
        } as never)
      ).id;
      await rows('admin').edit(bob.id, { status: 0 });
      const answers = [];
      for (const id of [ada.id, eve, bob.id, 9_999_999]) answers.push(await ask(ada.token, id));
      expect(answers.map(({ code: each, msg }) => [each, msg])).toEqual([
        [0, "You can't sign in as yourself"],
        [0, "You can't sign in as another super administrator"],
        [0, "You can't sign in as a disabled administrator"],
        [0, expect.any(String)],
      ]);
      for (const body of [{}, { ids: [bob.id, eve] }, { ids: ['x'] }, { matching: { query: {}, count: 1 } }])
        expect((await call(ada.token, 'POST', 'auth.admin/signInAs', { body })).code, JSON.stringify(body)).toBe(0);
      const { withheld } = (
        await call(ada.token, 'GET', 'auth.admin/index', { query: { limit: 100, order: 'id,desc' } })
      ).data as { withheld: { signInAs: number[] } };
      expect(withheld.signInAs).toEqual(expect.arrayContaining([ada.id, eve, bob.id]));
      await expect.poll(steps).toEqual([
        ['refused', `admin #${ada.id} ${ada.username}`, 'auth:asSelf', ''],
        ['refused', `admin #${eve} eve${round}`, 'auth:asSuper', ''],
        ['refused', `admin #${bob.id} `, 'auth:asDisabled', ''],
      ]);
      await rows('admin').edit(bob.id, { status: 1 });
      await actAs(ada.token, bob.id);
    });

    it('do so one at a time in a session, and never from there on', async () => {
      const carl = (
        await rows('admin').add({
          username: `carl${round}`,
          nickname: 'x',
          password: secret,
          group_ids: [bob.group],
        } as never)
      ).id;
      const first = await actAs(ada.token, bob.id);
      expect(await ask(first, carl)).toMatchObject({ code: forbidden, msg: expect.stringContaining('somebody else') });
      const next = await actAs(ada.token, carl);
      expect([await code(first), await code(next)]).toEqual([redirect, 1]);
    });
  });

  it('gives exactly the rights of the other', async () => {
    const token = await actAs(ada.token, bob.id);
    const listed = (await call(token, 'GET', 'office.note/index')).data['list'] as Record<string, unknown>[];
    expect(listed.map(({ id }) => id)).toEqual([bob.row]);
    expect(listed[0]).not.toHaveProperty('price');
    expect((await call(token, 'POST', 'office.note/edit', { body: { id: bob.row, price: 3 } })).code).toBe(0);
    expect((await call(token, 'DELETE', 'office.note/del', { query: { ids: [bob.row] } })).code).toBe(forbidden);
    expect((await call(token, 'POST', 'ajax/clearCache', { body: { type: 'all' } })).code).toBe(forbidden);
    expect((await call(token, 'GET', 'auth.securityLog/index')).code).toBe(forbidden);
    const { adminInfo } = (await call(token, 'GET', 'Index/index')).data as { adminInfo: object };
    expect(adminInfo).toMatchObject({ id: bob.id, username: bob.username, super: false });
    // Nobody has signed in as far as the account is concerned.
    expect(await rows('admin').get(bob.id)).toMatchObject({ last_login_time: null, last_login_ip: null });
    // A right that the other loses is lost at once.
    await rows('admin_group').edit(bob.group, { rule_ids: [] });
    expect((await call(token, 'GET', 'office.note/index')).code).toBe(forbidden);
  });

  it('keeps the account itself closed', async () => {
    const token = await actAs(ada.token, bob.id);
    const closed = [
      ['GET', 'routine.AdminInfo/index'],
      ['POST', 'routine.AdminInfo/edit', { nickname: 'mine', oldPassword: secret, password: other }],
      ['GET', 'routine.AdminInfo/log'],
      ['GET', 'routine.AdminInfo/twoStep'],
      ['POST', 'routine.AdminInfo/twoStepBegin', { password: secret }],
      ['POST', 'routine.AdminInfo/twoStepEnable', { code: '123456' }],
      ['POST', 'routine.AdminInfo/twoStepDisable', { password: secret, code: '123456' }],
      ['POST', 'routine.AdminInfo/twoStepCodes', { password: secret, code: '123456' }],
      ['POST', 'ajax/readNotices', { upTo: 1 }],
      ['POST', 'actingLate/keys'],
      ['POST', 'actingLate/prove'],
      ['POST', 'actingLate/sessions'],
      ['POST', 'actingLate/password', { password: secret }],
      ['POST', 'actingLate/password', { password: 'Guess-1234' }],
    ] as const;
    const theirs = (await signIn(bob.username)).token;
    for (const [method, url, body] of closed) {
      const asked = body ? { body } : {};
      expect(await call(token, method, url, asked), url).toMatchObject({
        code: forbidden,
        msg: expect.stringContaining('signed in as somebody else'),
      });
      if (url.startsWith('actingLate') && !('password' in (body ?? {})))
        expect((await call(theirs, method, url, asked)).code, url).toBe(1);
    }
    // Whatever asks for the password.
    await expect(
      checkPassword({} as never, { actor: { id: 1, username: 'x' } } as Caller, secret, 'password'),
    ).rejects.toMatchObject({ key: 'session:acting' });
    // Nor by the table, where the account may change administrators.
    expect(await call(token, 'POST', 'auth.admin/edit', { body: { id: bob.id, email: 'a@b.example' } })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('signed in as somebody else'),
    });
    expect((await call(token, 'POST', 'auth.admin/resetTwoStep', { body: { ids: [bob.id] } })).code).not.toBe(1);
    expect(
      (await call(token, 'POST', 'Index/login', { body: { username: ada.username, password: secret } })).code,
    ).toBe(redirect);
    expect(await rows('admin').get(bob.id)).toMatchObject({ nickname: `Dr ${bob.username}`, email: null });
    // No guess has been counted against the other.
    expect(
      (
        await rows('security_log').list({
          kind: { in: ['password', 'password_check'] },
          username: bob.username,
        } as never)
      ).length,
    ).toBe(0);
  });

  it('is told under both names, with its beginning and its end', async () => {
    const token = await actAs(ada.token, bob.id);
    expect((await call(token, 'POST', 'office.note/edit', { body: { id: bob.row, title: 'by both' } })).code).toBe(1);
    expect((await call(token, 'GET', 'auth.securityLog/index')).code).toBe(forbidden);
    const history = (await call(ada.token, 'GET', 'office.note/history', { query: { id: bob.row } })).data;
    const found = (Array.isArray(history) ? history : history['list']) as Record<string, unknown>[];
    expect(found[0]).toMatchObject({ username: bob.username, actor: ada.username });
    expect(found.at(-1)).not.toHaveProperty('actor');
    expect((await call(token, 'POST', 'Index/signBack')).code).toBe(1);
    expect([await code(token), await code(ada.token)]).toEqual([redirect, 1]);
    expect((await call(ada.token, 'POST', 'Index/signBack')).code).toBe(0);
    await expect.poll(steps).toEqual([
      ['success', `admin #${bob.id} ${bob.username}`, 'begin', ''],
      ['success', `admin #${bob.id} ${bob.username}`, 'end', ''],
    ]);
    const entry = async () => {
      const [log] = await rows('admin_log').list({ admin_id: bob.id, url: '/admin/office.note/edit' } as never);
      return log && [log.username, log.actor_id, log.actor, log.id];
    };
    await expect.poll(entry).toEqual([bob.username, ada.id, ada.username, expect.any(Number)]);
    const [, , , id] = (await entry())!;
    const { list } = (await call(ada.token, 'GET', 'auth.adminLog/sentences', { query: { ids: [id] } })).data as {
      list: { sentence: { text: string }[] }[];
    };
    expect(list[0]!.sentence.map(({ text }) => text).join('')).toMatch(
      new RegExp(`^${ada.username} as ${bob.username} changed the title`),
    );
    const refused = async () =>
      (await rows('security_log').list({ kind: 'forbidden', username: bob.username } as never)).map((each) => [
        each.admin_id,
        each.actor_id,
        each.actor,
      ]);
    await expect.poll(refused).toEqual([[bob.id, ada.id, ada.username]]);
    // The other sees what was done in their name; what they do themself stays theirs.
    const theirs = (await signIn(bob.username)).token;
    const own = (await call(theirs, 'GET', 'auth.adminLog/index')).data['list'] as { actor: string }[];
    expect(own.some(({ actor }) => actor === ada.username)).toBe(true);
    expect((await call(theirs, 'POST', 'office.note/edit', { body: { id: bob.row, title: 'alone' } })).code).toBe(1);
    // Equal events of both are counted apart.
    expect((await call(theirs, 'GET', 'auth.securityLog/index')).code).toBe(forbidden);
    await expect.poll(refused).toEqual([
      [bob.id, ada.id, ada.username],
      [bob.id, 0, ''],
    ]);
    const after = (await call(ada.token, 'GET', 'office.note/history', { query: { id: bob.row } })).data;
    expect((Array.isArray(after) ? after : (after['list'] as object[]))[0]).not.toHaveProperty('actor');
  });

  it('is told under both names where the token is of no use', async () => {
    const token = await actAs(ada.token, bob.id);
    await server.request('GET', '/api/guest/shop.wish/index', { headers: { 'x-guest-token': token } });
    const refused = async () =>
      (await rows('security_log').list({ target: '/guest', username: bob.username } as never)).map(
        ({ admin_id, actor_id, actor }) => [admin_id, actor_id, actor],
      );
    await expect.poll(refused).toEqual([[bob.id, ada.id, ada.username]]);
  });

  it('is none of the sessions that the other sees, and ends none of them', async () => {
    const theirs = (await signIn(bob.username)).token;
    const token = await actAs(ada.token, bob.id);
    expect((await call(theirs, 'POST', 'actingLate/sessions')).data).toMatchObject([{ current: true }]);
    expect((await call(token, 'POST', 'actingLate/endOthers')).code).toBe(forbidden);
    expect(await code(theirs)).toBe(1);
    expect((await call(theirs, 'POST', 'actingLate/endOthers')).code).toBe(1);
    expect([await code(theirs), await code(token)]).toEqual([1, redirect]);
  });

  it('leaves to each of both what they can take back', async () => {
    const token = await actAs(ada.token, bob.id);
    const theirs = (await signIn(bob.username)).token;
    const edit = async (who: string, title: string) =>
      (await call(who, 'POST', 'office.note/bulkEdit', { body: { ids: [bob.row], values: { title } } })).data['undo'];
    const undo = async (who: string, id: unknown) => {
      await call(who, 'POST', 'office.note/undoEdit', { body: { id } });
      return (await rows('acting_note').get(bob.row))!.title;
    };
    const both = await edit(token, 'of both');
    expect([await undo(theirs, both), await undo(token, both)]).toEqual(['of both', 'as it was']);
    const alone = await edit(theirs, 'alone');
    expect([await undo(token, alone), await undo(theirs, alone)]).toEqual(['alone', 'as it was']);
    // Only what one has done alone stands in one's bell: elsewhere the other could not undo it.
    const bellOf = async (who: string) => (await call(who, 'GET', 'ajax/notices')).data['list'] as { link: string }[];
    const noted = async (who: string) => (await bellOf(who)).filter(({ link }) => link === '/admin/office/note').length;
    expect([await noted(theirs), await noted(ada.token)]).toEqual([1, 0]);
  });

  it('has imports of its own', async () => {
    const both = importer(server, 'office.note', await actAs(ada.token, bob.id));
    const alone = importer(server, 'office.note', (await signIn(bob.username)).token);
    const [acted, own] = [await both.check('title\none\n'), await alone.check('title\ntwo\n')];
    expect([(await both.state(acted.id)).state, (await alone.state(own.id)).state]).toEqual(['checked', 'checked']);
    for (const [file, { id }] of [
      [both, own],
      [alone, acted],
    ] as const)
      expect((await file.step(id, 'run')).json.code).toBe(0);
    expect((await both.step(acted.id, 'run')).json.code).toBe(1);
    await both.settled(acted.id);
    const last = async ({ token }: { token: string }) => (await call(token, 'GET', 'office.note/import')).data;
    expect([await last(both), await last(alone)]).toMatchObject([{ id: acted.id }, null]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the super signs out', () => call(ada.token, 'POST', 'Index/logout')],
    ['the super has another password', () => rows('admin').edit(ada.id, { password: other })],
    ['the super is disabled', () => rows('admin').edit(ada.id, { status: 0 })],
    ['the super is none any more', () => rows('admin').edit(ada.id, { group_ids: [bob.group] })],
    ['the group of the super is none any more', () => rows('admin_group').edit(ada.group, { is_super: 0 })],
    ['the super is deleted', () => rows('admin').del([ada.id])],
    ['all sessions of the super are ended', () => late.host.sessions('admin').endAll(ada.id)],
    ['all sessions of the other are ended', () => late.host.sessions('admin').endAll(bob.id)],
    ['the other is disabled', () => rows('admin').edit(bob.id, { status: 0 })],
    ['the other has another password', () => rows('admin').edit(bob.id, { password: other })],
    ['the other is deleted', () => rows('admin').del([bob.id])],
    ['the other becomes a super', () => rows('admin').edit(bob.id, { group_ids: [bob.group, ada.group] })],
    ['the group of the other becomes a super one', () => rows('admin_group').edit(bob.group, { is_super: 1 })],
  ])('ends when %s, on every instance, for what is on its way too', async (_when, happens) => {
    const token = await actAs(ada.token, bob.id);
    expect([await code(token), await code(token, second)]).toEqual([1, 1]);
    expect((await call(token, 'POST', 'actingLate/act')).code).toBe(1);
    const caller = late.captured.pop()!;
    const url = (await call(token, 'POST', 'actingLate/sign')).data as unknown as string;
    expect((await server.request('GET', url)).json).toMatchObject({ code: 1, data: { id: bob.id, actor: ada.id } });
    const stream = await readEvents(`${server.address}/api/admin/actingLate/stream`, { batoken: token });
    await stream.count(1);
    await happens();
    expect([await code(token), await code(token, second)]).toEqual([redirect, redirect]);
    expect((await server.request('GET', url)).json.code).toBe(forbidden);
    await expect(server.app.gate.edit(caller, model, { id: bob.row, title: 'too late' })).rejects.toMatchObject({
      key: 'session:invalidToken',
    });
    if (await rows('acting_note').get(bob.row))
      expect(await rows('acting_note').get(bob.row)).toMatchObject({ title: 'as it was' });
    await stream.ended();
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'the other was a super for a moment',
      () => rows('admin').edit(bob.id, { group_ids: [ada.group] }),
      () => rows('admin').edit(bob.id, { group_ids: [bob.group] }),
    ],
    [
      'the group of the other was a super one for a moment',
      () => rows('admin_group').edit(bob.group, { is_super: 1 }),
      () => rows('admin_group').edit(bob.group, { is_super: 0 }),
    ],
    [
      'the super was none for a moment',
      () => rows('admin').edit(ada.id, { group_ids: [bob.group] }),
      () => rows('admin').edit(ada.id, { group_ids: [ada.group] }),
    ],
    [
      'the group of the super was disabled for a moment',
      () => rows('admin_group').edit(ada.group, { status: 0 }),
      () => rows('admin_group').edit(ada.group, { status: 1 }),
    ],
    [
      'the other was disabled for a moment',
      () => rows('admin').edit(bob.id, { status: 0 }),
      () => rows('admin').edit(bob.id, { status: 1 }),
    ],
  ])('stays ended where %s, though nobody has asked meanwhile', async (_what, happens, isTakenBack) => {
    const token = await actAs(ada.token, bob.id);
    await happens();
    await isTakenBack();
    expect([await code(token), await code(token, second)]).toEqual([redirect, redirect]);
    await expect.poll(async () => (await steps()).map((step) => (step as string[])[2])).toEqual(['begin', 'end']);
    // Who acted is still signed in as themself, and may do it again.
    await actAs(ada.token, bob.id);
  });

  it('goes on while others change that have nothing to do with it', async () => {
    const token = await actAs(ada.token, bob.id);
    const { id } = await rows('admin_group').add({ name: `others ${round}`, pid: 1 } as never);
    await rows('admin_group').edit(id, { status: 0 });
    await rows('admin').edit(bob.id, { nickname: 'Bob', group_ids: [bob.group, id] });
    await rows('admin').edit(ada.id, { nickname: 'Ada' });
    expect([await code(token), await code(token, second)]).toEqual([1, 1]);
  });

  it.runIf(name === 'postgres').each<[string, () => Promise<unknown>]>([
    ['the super is demoted', () => rows('admin').edit(ada.id, { group_ids: [bob.group] })],
    ['the super signs out', () => call(ada.token, 'POST', 'Index/logout')],
    ['the other becomes a super', () => rows('admin').edit(bob.id, { group_ids: [ada.group] })],
  ])('writes nothing when %s between the first statement and the commit', async (_when, happens) => {
    const token = await actAs(ada.token, bob.id);
    const { id } = await rows('acting_memo').add({ title: 'as it was', owner_id: bob.id });
    const beside = await openDatabase(where);
    try {
      let written: ReturnType<typeof call> | undefined;
      await beside.write(async ({ db }) => {
        await sql`SELECT 1 FROM acting_memo WHERE id = ${id} FOR UPDATE`.execute(db);
        written = call(token, 'POST', 'office.plain/edit', { body: { id, title: 'too late' } });
        await expect.poll(() => waitingTransactions(beside)).toBe(1);
        await happens();
      });
      expect((await written!).code).toBe(redirect);
      expect(await rows('acting_memo').get(id)).toMatchObject({ title: 'as it was' });
    } finally {
      await beside.close();
    }
  });

  it('lasts as long as the session of the super, a day at most, and is renewed by nothing', async () => {
    const short = (await signIn(ada.username, false)).token;
    clock += 80_000;
    const kept = await actAs(ada.token, bob.id);
    const brief = await actAs(short, bob.id);
    const body = { refresh_token: kept };
    expect((await server.request('POST', '/api/common/refreshToken', { body })).json.code).toBe(0);
    expect([await code(kept), await code(brief)]).toEqual([1, 1]);
    clock += 6_500;
    expect([await code(kept), await code(brief)]).toEqual([1, refresh]);
    // The super's own tokens are renewed meanwhile, and the session is the same.
    const renewed = await server.request('POST', '/api/common/refreshToken', {
      body: { refresh_token: ada.refreshToken },
    });
    expect(renewed.json.code).toBe(1);
    expect(await code(kept)).toBe(1);
    clock += 80_000;
    expect(await code(kept)).toBe(refresh);
  });

  it('does not begin in a session that ends at the same moment', async () => {
    const tokens = new Tokens(
      server.app.database,
      () => clock,
      () => {},
    );
    const session = { realm: 'admin', accountId: bob.id, number: 1, actorFamily: 'ended meanwhile' } as const;
    expect(await tokens.act(session)).toBeUndefined();
  });

  it('leaves altogether by signing out, and neither can be used again', async () => {
    const token = await actAs(ada.token, bob.id);
    const theirs = (await signIn(bob.username)).token;
    expect((await call(token, 'POST', 'Index/logout')).code).toBe(1);
    expect([await code(token), await code(ada.token), await code(theirs)]).toEqual([redirect, redirect, 1]);
    const body = { refresh_token: ada.refreshToken };
    expect((await server.request('POST', '/api/common/refreshToken', { body })).json.code).toBe(0);
    await expect
      .poll(async () => (await steps()).at(-1))
      .toEqual(['success', `admin #${bob.id} ${bob.username}`, 'end', '']);
    // So it is when the super leaves where they act from nowhere. Of equal events the log would wait for a minute.
    ada.token = (await signIn(ada.username)).token;
    const values = { username: `eve${round}`, nickname: 'x', password: secret, group_ids: [bob.group] };
    await actAs(ada.token, (await rows('admin').add(values as never)).id);
    expect((await call(ada.token, 'POST', 'Index/logout')).code).toBe(1);
    await expect
      .poll(async () => (await steps()).map((step) => (step as string[])[2]))
      .toEqual(['begin', 'end', 'begin', 'end']);
    const out = async () =>
      (await rows('security_log').list({ kind: 'sign_out', admin_id: ada.id } as never))[0]?.actor;
    await expect.poll(out).toBe('');
  });

  it('answers a call that the other has made, and no other, by its key', async () => {
    const token = await actAs(ada.token, bob.id);
    const theirs = (await signIn(bob.username)).token;
    const add = async (who: string) =>
      (
        await call(who, 'POST', 'office.note/add', {
          body: { title: 'once' },
          headers: { 'idempotency-key': `key ${round}` },
        })
      ).data;
    const [own, again, acting] = [await add(theirs), await add(theirs), await add(token)];
    const [first, same, another] = [own, again, acting].map((each) => (each['row'] as { id: number }).id);
    expect([same === first, another === first]).toEqual([true, false]);
  });

  it('goes on with an import under both names, as long as the super is one', async () => {
    const token = await actAs(ada.token, bob.id);
    const file = importer(server, 'office.note', token);
    const checked = await file.check('title\nfrom a file\n');
    expect((await file.step(checked.id, 'run')).json.code).toBe(1);
    expect(await file.settled(checked.id)).toMatchObject({ state: 'done', added: 1 });
    const [made] = await rows('acting_note').list({ title: 'from a file', owner_id: bob.id } as never);
    const history = (await call(ada.token, 'GET', 'office.note/history', { query: { id: made!.id } })).data;
    expect((Array.isArray(history) ? history : (history['list'] as object[]))[0]).toMatchObject({
      username: bob.username,
      actor: ada.username,
    });
  });

  it('stops an import when the super is none any more', async () => {
    held = waiting();
    const token = await actAs(ada.token, bob.id);
    const file = importer(server, 'office.note', token);
    const checked = await file.check(`title\nheld\n${'more\n'.repeat(2000)}last of file ${round}\n`);
    held.isOn = true;
    expect((await file.step(checked.id, 'run')).json.code).toBe(1);
    await held.begun.promise;
    // Waits for the transaction that the import is in.
    const demoted = rows('admin').edit(ada.id, { group_ids: [bob.group] });
    held.release.resolve();
    await demoted;
    const ended = async () =>
      (await rows('security_log').list({ kind: 'import', outcome: 'failed', admin_id: bob.id } as never)).map(
        ({ username, actor_id, actor, detail }) => [username, actor_id, actor, (detail as { import: number }).import],
      );
    await expect.poll(ended).toEqual([[bob.username, ada.id, ada.username, checked.id]]);
    expect(await rows('acting_note').list({ title: `last of file ${round}` } as never)).toEqual([]);
  });
});
