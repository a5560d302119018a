import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { action, f, Problem, table, type Caller } from '#resource';
import { archivable } from '../../examples/archivable.ts';
import { addPerson } from '../../support/addPerson.ts';
import { eachDatabase } from '../../support/databases.ts';
import { guests } from '../../support/guests.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const topic = table('topic', { name: f.text({ required: true }) });
const paper = table('paper', {
  title: f.text({ required: true, max: 50 }),
  status: f.enum({ draft: 'Draft', live: 'Live' }, { default: 'draft' }),
  owner_id: f.int(),
  pin: f.text({ secret: true }),
  sections: f.int({ default: 0 }),
});
declare module '#resource' {
  interface Tables {
    topic: typeof topic;
    paper: typeof paper;
  }
}

const seen: unknown[] = [];
/** Who looked last. */
let asker: Caller | undefined;
const topics = topic.resource({
  path: 'press/topic',
  rows: { read: (caller) => caller.super || { name: { ne: 'Hidden' } } },
});
const papers = paper.resource({
  path: 'press/paper',
  label: { 'zh-cn': '文稿', en: 'Papers' },
  traits: { trash: true, history: true, archivable },
  // Everybody's rows of owner 0 are seen and not changed.
  rows: {
    read: (caller) => caller.super || { owner_id: { in: [caller.id, 0] } },
    write: (caller) => caller.super || { owner_id: caller.id },
  },
  actions: {
    publish: action({
      label: { 'zh-cn': '发布', en: 'Publish' },
      icon: 'fa fa-bullhorn',
      form: {
        note: f.text({ label: { 'zh-cn': '说明', en: 'Note' }, required: true, max: 20 }),
        copies: f.int({ label: 'Copies', min: 1, max: 9, default: 2 }),
        topic_id: f.belongsTo('topic', { label: 'Topic' }),
        key: f.text({ label: 'Key', secret: true }),
      },
      async handler({ rows, values, table: own, context }) {
        seen.push({ rows, values, who: context.caller.username });
        for (const row of rows) {
          await own.edit(row.id, { status: 'live', sections: row.sections + values.copies! });
        }
        if (values.note === 'refuse') throw new Problem('rows:taken');
        if (values.note === 'break') throw new Error('the handler broke');
        return { published: rows.length };
      },
    }),
    count: action({ label: 'Count', on: 'list', handler: ({ table: own }) => own.count({ status: 'live' }) }),
    claim: action({
      label: 'Claim',
      on: 'row',
      async handler({ rows: [row], table: own }) {
        if ((await own.count({ status: 'live' })) > 0) throw new Problem('rows:taken');
        await own.edit(row!.id, { status: 'live' });
      },
    }),
    look: action({
      label: 'Look',
      on: 'row',
      changes: false,
      handler({ rows, context }) {
        asker = context.caller;
        return rows[0]!.title;
      },
    }),
    shred: action({
      label: 'Shred',
      method: 'DELETE',
      danger: true,
      handler: ({ rows, table: own }) => own.del(rows.map(({ id }) => id)),
    }),
    hang: action({ label: 'Hang', on: 'list', handler: () => new Promise<never>(() => {}) }),
  },
  realms: { guest: { actions: ['index', 'look'], read: ['title', 'status'] } },
});

const all = ['index', 'edit', 'del', 'restore', 'destroy', 'history', 'publish', 'look', 'archive', 'unarchive'];
const nodes = (actions: readonly string[]) => actions.map((each) => `press/paper/${each}`);
const secret = 'Person-1';

eachDatabase((name, _open, place) => {
  let server: TestServer;
  let boss: string;
  let round = 0;
  beforeAll(async () => {
    server = await startServer(await place(), {
      resources: [topics, papers, ...guests.resources!],
      plugins: [guests],
      limits: { hook: 1500 },
    });
    boss = await server.signIn();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    seen.length = 0;
    round += 1;
    await server.app.database.write(async ({ db, touch }) => {
      await sql`DELETE FROM paper`.execute(db);
      touch('paper');
    });
  });

  const rows = () => server.app.gate.rows('paper');
  const person = async (actions: readonly string[] = all) => {
    const username = `person${round}`;
    await addPerson(server.app.gate, username, secret, nodes(actions));
    const [found] = await server.app.gate.rows('admin').list({ username });
    return { id: found!.id, username, token: await server.signIn(username, secret) };
  };
  const paperOf = async (owner_id: number, title = `paper ${round}`) => (await rows().add({ title, owner_id })).id;
  const post = async (name: string, body: object, token = boss, headers = {}) =>
    (
      await server.request('POST', `/api/admin/press.paper/${name}`, {
        body: body as never,
        token,
        headers,
        mayFail: true,
      })
    ).json;
  const list = async (token: string, query = {}) =>
    (
      await server.request('GET', '/api/admin/press.paper/index', {
        query: { limit: 100, order: 'id,asc', ...query },
        token,
      })
    ).json;
  const titles = async (token: string, query = {}) =>
    ((await list(token, query)).data['list'] as { title: string }[]).map(({ title }) => title);

  describe('an action of a table’s own', () => {
    it('is done with the chosen rows, the values of its form and who asks, and answers what it returns', async () => {
      const ann = await person();
      const ids = [await paperOf(ann.id, 'one'), await paperOf(ann.id, 'two')];
      expect(await post('publish', { ids, note: 'go', key: 'Canary-Key' }, ann.token)).toMatchObject({
        code: 1,
        msg: 'Done',
        data: { count: 2, result: { published: 2 } },
      });
      expect(seen).toMatchObject([
        {
          who: ann.username,
          values: { note: 'go', copies: 2, topic_id: null, key: 'Canary-Key' },
          rows: [{ title: 'one', status: 'draft' }, { title: 'two' }],
        },
      ]);
      expect(JSON.stringify(seen)).not.toContain('"pin"');
      expect(await rows().get(ids[0]!)).toMatchObject({ status: 'live', sections: 2, version: 2 });
      expect(await post('count', {})).toMatchObject({ code: 1, data: { count: 0, result: expect.any(Number) } });
    });

    it('is named in the history and in the log of administrators, whose entry has no secret of its form', async () => {
      const ann = await person();
      const id = await paperOf(ann.id);
      await post('publish', { ids: [id], note: 'go', key: 'Canary-Key' }, ann.token);
      const { json } = await server.request('GET', `/api/admin/press.paper/history?id=${id}`, { token: ann.token });
      expect(json.data['list']).toMatchObject([{ action: 'publish', username: ann.username }, { action: 'add' }]);
      await expect
        .poll(
          async () =>
            (await server.app.gate.rows('admin_log').list({ username: ann.username, title_en: 'Papers-Publish' }))
              .length,
        )
        .toBe(1);
      const logged = await server.app.gate.rows('admin_log').list({ username: ann.username });
      expect(JSON.stringify(logged)).not.toContain('Canary-Key');
    });

    it('is refused without its node, without a token, and for tables that do not have it', async () => {
      const ann = await person(['index', 'edit']);
      const id = await paperOf(ann.id);
      const refused = { code: 401, msg: "You don't have permission to do this" };
      expect(await post('publish', { ids: [id], note: 'go' }, ann.token)).toMatchObject(refused);
      expect(
        (await server.request('POST', '/api/admin/press.topic/publish', { token: boss, body: { ids: [1] } })).json,
      ).toMatchObject(refused);
      expect((await server.request('POST', '/api/admin/press.paper/publish', { body: { ids: [id] } })).json.code).toBe(
        302,
      );
      const none = await server.request('GET', '/api/admin/press.none/index', { token: boss });
      expect([none.status, none.json.msg]).toEqual([404, "This table doesn't exist"]);
      expect(
        (await server.request('DELETE', `/api/admin/press.paper/publish?ids[]=${id}`, { token: boss })).status,
      ).toBe(405);
      expect(seen).toEqual([]);
    });

    it('touches no row that the caller may not see, or not change unless it says so; all of them or none', async () => {
      const ann = await person();
      const [own, shown, hidden] = [await paperOf(ann.id), await paperOf(0, 'shown'), await paperOf(1)];
      const refused = { code: 0, msg: expect.stringContaining('Nothing was changed') };
      for (const other of [shown, hidden, 999_999])
        expect(await post('publish', { ids: [own, other], note: 'go' }, ann.token)).toMatchObject(refused);
      expect(seen).toEqual([]);
      expect(await post('look', { ids: [shown] }, ann.token)).toMatchObject({ code: 1, data: { result: 'shown' } });
      expect(await post('look', { ids: [hidden] }, ann.token)).toMatchObject(refused);
      expect(await post('look', { ids: [own, shown] }, ann.token)).toMatchObject({ code: 0 });
      for (const none of [{}, { ids: [] }])
        expect(await post('publish', { ...none, note: 'go' }, ann.token)).toMatchObject({
          code: 0,
          msg: 'Please select records first',
        });
      await rows().del([own]);
      expect(await post('publish', { ids: [own], note: 'go' }, ann.token)).toMatchObject(refused);
    });

    it('can rely until its commit on what it has looked at, whoever else does it at the same moment', async () => {
      const ids = await Promise.all(Array.from({ length: 6 }, () => paperOf(0)));
      const answers = await Promise.all(ids.map((id) => post('claim', { ids: [id] })));
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(await rows().count({ status: 'live' })).toBe(1);
    });

    it('names every field of its form that is wrong, by its label, and does nothing', async () => {
      const ann = await person();
      const id = await paperOf(ann.id);
      const hidden = await server.app.gate.rows('topic').add({ name: 'Hidden' });
      const wrong = await post('publish', { ids: [id], note: ' ', copies: 10, nonsense: 1, __proto__x: 2 }, ann.token);
      expect(wrong).toMatchObject({ code: 0, msg: expect.stringContaining('Note') });
      expect(Object.keys(wrong.data['errors'] as object).sort()).toEqual(['__proto__x', 'copies', 'nonsense', 'note']);
      expect(
        (await post('publish', { ids: [id], note: 'go', topic_id: hidden.id }, ann.token)).data['errors'],
      ).toHaveProperty('topic_id');
      expect((await post('look', { ids: [id], extra: 1 }, ann.token)).data['errors']).toHaveProperty('extra');
      expect(seen).toEqual([]);
      expect(await rows().get(id)).toMatchObject({ status: 'draft', version: 1 });
    });

    it('is undone as a whole when the handler throws or takes too long', async () => {
      const ann = await person();
      const id = await paperOf(ann.id);
      expect(await post('publish', { ids: [id], note: 'refuse' }, ann.token)).toMatchObject({
        code: 0,
        msg: 'This record already exists',
      });
      expect(await post('publish', { ids: [id], note: 'break' }, ann.token)).toMatchObject({ code: 0 });
      expect(server.logged.join('')).toContain('the action publish of table paper: the handler broke');
      expect(await post('hang', {})).toMatchObject({ code: 0, msg: expect.stringContaining('took too long') });
      expect(server.logged.join('')).toContain('the action hang of table paper: took longer than');
      expect(await rows().get(id)).toMatchObject({ status: 'draft', version: 1 });
    });

    it('waits in the queue with the rights of the moment at which it is written', async () => {
      const ann = await person();
      const id = await paperOf(ann.id);
      expect(await post('look', { ids: [id] }, ann.token)).toMatchObject({ code: 1 });
      const [group] = await server.app.gate.rows('admin_group').list({ name: `Group of ${ann.username}` });
      let release = (): void => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      let held: Promise<void>;
      await new Promise<void>((started) => {
        held = server.app.database.write(async ({ db, touch }) => {
          await sql`UPDATE admin_group SET status = 0 WHERE id = ${group!.id}`.execute(db);
          touch('admin_group');
          started();
          await released;
        });
      });
      // On SQLite it waits behind the held one; on PostgreSQL nobody waits.
      if (name === 'postgres') {
        release();
        await held!;
      }
      // The caller is known by now, as whoever may do it.
      const model = server.app.gate.models.get('paper')!;
      const answer = server.app.gate.act(asker!, model, 'publish', { ids: [id], values: { note: 'go' } });
      const refused = expect(answer).rejects.toMatchObject({ options: { code: 401 } });
      release();
      await held!;
      await refused;
      expect(await rows().get(id)).toMatchObject({ status: 'draft' });
    });

    it('sent again with the same key is done once', async () => {
      const ann = await person();
      const id = await paperOf(ann.id);
      const send = (note: string) =>
        post('publish', { ids: [id], note }, ann.token, { 'idempotency-key': `key ${round}` });
      const answers = await Promise.all([send('go'), send('go'), send('go')]);
      expect(answers.map(({ code, data }) => [code, data['count']])).toEqual([
        [1, 1],
        [1, 1],
        [1, 1],
      ]);
      // What it answered, too: it may be all that there is of something.
      expect(answers.map(({ data }) => data['result'])).toEqual(Array(3).fill(answers[0]!.data['result']));
      expect(answers[0]!.data['result']).not.toBeNull();
      expect(await rows().get(id)).toMatchObject({ sections: 2 });
      expect(await send('other')).toMatchObject({ code: 0, msg: expect.stringContaining('used for another') });
    });

    it('goes by keys of up to 200 characters, and refuses longer ones', async () => {
      const ann = await person();
      const id = await paperOf(ann.id);
      const send = (name: string, body: object, length: number, language = 'en') =>
        post(name, body, ann.token, { 'idempotency-key': `${round}`.padStart(length, 'k'), 'think-lang': language });
      for (let time = 1; time <= 2; time += 1)
        expect(await send('publish', { ids: [id], note: 'go' }, 200)).toMatchObject({ code: 1 });
      expect(await rows().get(id)).toMatchObject({ sections: 2 });

      const before = await rows().count({});
      const sentences = { en: 'at most 200 characters', 'zh-cn': '最长 200 个字符' };
      for (const [language, sentence] of Object.entries(sentences)) {
        const refused = { code: 0, msg: expect.stringContaining(sentence) };
        expect(await send('publish', { ids: [id], note: 'go' }, 201, language)).toMatchObject(refused);
        expect(await send('add', { title: 'long', owner_id: ann.id }, 201, language)).toMatchObject(refused);
      }
      expect(await rows().get(id)).toMatchObject({ sections: 2 });
      expect(await rows().count({})).toBe(before);
    });

    it('is in the manifest with its form, as a button, only for those who may', async () => {
      const manifestFor = async (token: string) =>
        (await server.request('GET', '/api/admin/press.paper/manifest', { token })).json.data;
      const manifest = await manifestFor((await person()).token);
      expect(manifest['actions']).toEqual([
        'index',
        'edit',
        'del',
        'restore',
        'destroy',
        'history',
        'archive',
        'unarchive',
        'publish',
        'look',
      ]);
      expect(manifest['views']).toEqual([
        { name: 'trash', label: '', marks: 'delete_time' },
        { name: 'archivable', label: 'Archive', marks: 'archive_time' },
      ]);
      expect(manifest['buttons']).toMatchObject([
        { name: 'archive', confirm: 'Archive the selected records?' },
        { name: 'unarchive', view: 'archivable' },
        {
          name: 'publish',
          label: 'Publish',
          on: 'rows',
          place: 'both',
          icon: 'fa fa-bullhorn',
          form: { fields: { note: { required: true }, topic_id: { relation: { selectable: true } } } },
        },
        { name: 'look', on: 'row', place: 'row' },
      ]);
      round += 1;
      const less = await manifestFor((await person(['index'])).token);
      expect([less['buttons'], less['views']]).toEqual([[], []]);
    });

    it('is open to another realm where the table says so', async () => {
      const id = await paperOf(1, 'for guests');
      await server.app.gate.rows('guest').add({ username: `guest${round}`, password: secret });
      const signed = await server.request('POST', '/api/guest/session/login', {
        body: { username: `guest${round}`, password: secret },
      });
      const { token } = signed.json.data['userInfo'] as { token: string };
      const ask = async (name: string, body: object) =>
        (
          await server.request('POST', `/api/guest/press.paper/${name}`, {
            body: body as never,
            headers: { 'x-guest-token': token },
          })
        ).json;
      expect(await ask('look', { ids: [id] })).toMatchObject({ code: 1, data: { result: 'for guests' } });
      expect(await ask('publish', { ids: [id], note: 'go' })).toMatchObject({ code: 401 });
    });

    it('is called by its own method', async () => {
      const id = await paperOf(1);
      const { json } = await server.request('DELETE', `/api/admin/press.paper/shred?ids[]=${id}`, { token: boss });
      expect(json).toMatchObject({ code: 1, data: { count: 1 } });
      expect(await rows().get(id)).toBeUndefined();
    });
  });

  describe('a trait of one file', () => {
    it('takes rows out of the list, shows them in its view, and brings them back', async () => {
      const ann = await person();
      const ids = [await paperOf(ann.id, 'a'), await paperOf(ann.id, 'b'), await paperOf(ann.id, 'c')];
      expect(await post('archive', { ids: ids.slice(0, 2) }, ann.token)).toMatchObject({ code: 1, data: { count: 2 } });
      expect(await titles(ann.token)).toEqual(['c']);
      expect(await titles(ann.token, { archivable: 1 })).toEqual(['a', 'b']);
      expect(await post('publish', { ids: [ids[0]], note: 'go' }, ann.token)).toMatchObject({ code: 0 });
      expect(await post('edit', { id: ids[0], title: 'x' }, ann.token)).toMatchObject({
        code: 0,
        msg: 'Record not found',
      });
      expect(await post('unarchive', { ids: [ids[2]] }, ann.token)).toMatchObject({ code: 0 });
      expect(await post('unarchive', { ids: [ids[0]] }, ann.token)).toMatchObject({ code: 1 });
      expect(await titles(ann.token)).toEqual(['a', 'c']);
      const { json } = await server.request('GET', `/api/admin/press.paper/history?id=${ids[1]}`, { token: ann.token });
      expect(json.data['list']).toMatchObject([{ action: 'archive', changes: {} }, { action: 'add' }]);
    });

    it('shows its view to those only who may bring rows back, and totals tell nobody else of them', async () => {
      const ann = await person(['index', 'archive']);
      const id = await paperOf(ann.id, 'only one');
      await post('archive', { ids: [id] }, ann.token);
      expect(await list(ann.token, { archivable: 1 })).toMatchObject({ code: 401 });
      expect((await list(ann.token, {})).data).toMatchObject({ list: [], total: 0 });
      expect(
        (await server.request('GET', '/api/admin/press.topic/index?archivable=1', { token: boss })).json,
      ).toMatchObject({ code: 401 });
    });

    it('lies below the trash: what is deleted is nowhere else', async () => {
      const ann = await person();
      const id = await paperOf(ann.id, 'both');
      await post('archive', { ids: [id] }, ann.token);
      await server.app.database.write(async ({ db, touch }) => {
        await sql`UPDATE paper SET delete_time = 7 WHERE id = ${id}`.execute(db);
        touch('paper');
      });
      expect(await titles(ann.token)).toEqual([]);
      expect(await titles(ann.token, { archivable: 1 })).toEqual([]);
      expect(await titles(ann.token, { trash: 1 })).toEqual(['both']);
      await post('restore', { ids: [id] }, ann.token);
      expect(await titles(ann.token, { archivable: 1 })).toEqual(['both']);
    });
  });
});
