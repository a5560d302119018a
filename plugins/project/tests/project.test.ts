import { sql } from 'kysely';
import { expect } from 'vitest';
import { definePlugin } from '#plugin';
import { f, table } from '#resource';
import { testPlugin, waitingTransactions, type TestServer } from '#test';
import { project } from '../server.ts';

const contract = table('contract', { title: f.text({ required: true, max: 50 }) });
const contracts = definePlugin({
  name: 'contracts',
  resources: [contract.resource({ path: 'sale/contract', traits: { project: true, history: true } })],
});

declare module '#resource' {
  interface Tables {
    contract: typeof contract;
  }
}

type Answer = Awaited<ReturnType<TestServer['request']>>['json'];

/** Somebody who calls the API, in English. */
const as =
  (server: TestServer, token: string) =>
  async (method: 'GET' | 'POST' | 'DELETE', address: string, body?: Record<string, unknown>): Promise<Answer> =>
    (
      await server.request(method, `/api/admin/${address}`, {
        token,
        headers: { 'think-lang': 'en' },
        ...(body && { body }),
      })
    ).json;
const titles = (answer: Answer): unknown[] => (answer.data['list'] as { title: string }[]).map(({ title }) => title);

/** Two projects, the first with two products; Ann belongs to the first, Bob to one of its products. */
async function people(server: TestServer) {
  const { gate } = server.app;
  const rules = (await gate.rows('admin_rule').list()).filter(({ name }) =>
    /^sale\/contract|^auth\/project/.test(name),
  );
  const { id: group } = await gate
    .rows('admin_group')
    .add({ name: `sales ${Math.random()}`, pid: 1, rule_ids: rules.map(({ id }) => id) });
  const person = async (username: string) => {
    const { id } = await gate
      .rows('admin')
      .add({ username, nickname: username, password: 'Person-1', group_ids: [group] });
    return { id, call: as(server, await server.signIn(username, 'Person-1')) };
  };
  const [ann, bob, eve] = [await person('ann'), await person('bob'), await person('eve')];
  const projects = gate.rows('auth_project');
  const tower = await projects.add({ name: 'Tower', admin_ids: [ann.id] });
  const lift = await projects.add({ name: 'Lift', pid: tower.id, admin_ids: [bob.id] });
  const door = await projects.add({ name: 'Door', pid: tower.id });
  const bridge = await projects.add({ name: 'Bridge' });
  return { ann, bob, eve, tower, lift, door, bridge, boss: as(server, await server.signIn()) };
}

testPlugin('tables of projects show and take rows of the chosen one', [project(), contracts], async (server) => {
  const { ann, bob, eve, boss, tower, lift, door, bridge } = await people(server);
  for (const [title, project_id] of [
    ['of the tower', tower.id],
    ['of the lift', lift.id],
    ['of the door', door.id],
    ['of the bridge', bridge.id],
    ['of none', null],
  ] as const)
    expect(await boss('POST', 'sale.contract/add', { title, project_id })).toMatchObject({ code: 1 });

  // Without a choice: all of theirs. A product's people see that product only.
  const list = 'sale.contract/index?order=id,asc';
  expect(titles(await boss('GET', list))).toHaveLength(5);
  expect(titles(await ann.call('GET', list))).toEqual(['of the tower', 'of the lift', 'of the door']);
  expect(titles(await bob.call('GET', list))).toEqual(['of the lift']);
  expect(titles(await eve.call('GET', list))).toEqual([]);

  // A choice narrows, for super administrators too, and new rows belong to it.
  expect(await ann.call('POST', 'auth.project/setProject', { set_id: lift.id, lv: 2, type: 1 })).toMatchObject({
    code: 1,
  });
  expect(await boss('POST', 'auth.project/setProject', { set_id: tower.id })).toMatchObject({ code: 1 });
  expect(titles(await ann.call('GET', list))).toEqual(['of the lift']);
  expect(titles(await boss('GET', list))).toEqual(['of the tower', 'of the lift', 'of the door']);
  expect(await ann.call('POST', 'sale.contract/add', { title: 'new' })).toMatchObject({ code: 1 });
  expect(titles(await bob.call('GET', list))).toEqual(['of the lift', 'new']);

  // Rows of another project are neither added, moved there, nor changed.
  const foreign = { title: 'foreign', project_id: bridge.id };
  expect(await ann.call('POST', 'sale.contract/add', foreign)).toMatchObject({ code: 0 });
  const own = await server.app.gate.rows('contract').list({ title: 'new' });
  expect(
    await ann.call('POST', 'sale.contract/edit', { id: own[0]!.id, version: 1, project_id: bridge.id }),
  ).toMatchObject({ code: 0 });
  const [bridges] = await server.app.gate.rows('contract').list({ title: 'of the bridge' });
  expect(await ann.call('POST', 'sale.contract/edit', { id: bridges!.id, version: 1, title: 'taken' })).toMatchObject({
    code: 0,
    msg: 'Record not found',
  });

  // Whoever is no member any more sees nothing at once, whatever they have chosen.
  await server.app.gate.rows('auth_project').edit(tower.id, { admin_ids: [] });
  expect(titles(await ann.call('GET', list))).toEqual([]);
  expect(await ann.call('POST', 'sale.contract/add', { title: 'late', project_id: lift.id })).toMatchObject({
    code: 0,
  });
  // And a choice can be given back.
  expect(await boss('POST', 'auth.project/setProject', { set_id: 0 })).toMatchObject({ code: 1 });
  expect(titles(await boss('GET', list))).toHaveLength(6);
});

testPlugin(
  'a project that is not active keeps its rows and takes no new ones',
  [project(), contracts],
  async (server) => {
    const { ann, boss, tower, lift, door } = await people(server);
    const { gate } = server.app;
    const add = (project_id?: number) => ann.call('POST', 'sale.contract/add', { title: 'late', project_id });
    const edit = (id: number, version: number, body: object) =>
      ann.call('POST', 'sale.contract/edit', { id, version, ...body });
    const refusal = (msg: string) => ({ code: 0, data: { errors: { project_id: msg } } });
    const inactive = refusal('The selected record is no longer active');
    const needed = refusal('Choose a project that you belong to');
    const [old, other] = [
      await gate.rows('contract').add({ title: 'old', project_id: door.id } as never),
      (await add(lift.id)).data,
    ];
    const { id } = other['row'] as { id: number };
    await gate.rows('auth_project').edit(door.id, { status: 0 });

    expect(await edit(old.id, 1, { title: 'still changed', project_id: door.id })).toMatchObject({ code: 1 });
    expect(await add(door.id)).toMatchObject(inactive);
    expect(await edit(id, 1, { project_id: door.id })).toMatchObject(inactive);
    const together = { ids: [id], values: { project_id: door.id } };
    expect(JSON.stringify(await boss('POST', 'sale.contract/bulkEdit', together))).toContain('is no longer active');
    // Nor does a choice that has become inactive: who sees nothing else says where a row belongs.
    await ann.call('POST', 'auth.project/setProject', { set_id: lift.id });
    expect(await add()).toMatchObject({ code: 1 });
    await gate.rows('auth_project').edit(lift.id, { status: 0 });
    expect(await add()).toMatchObject(needed);
    expect(await edit(id, 1, { project_id: null })).toMatchObject(needed);
    expect(await boss('POST', 'sale.contract/add', { title: 'of none' })).toMatchObject({ code: 1 });
    const rows = await gate.rows('contract').list({}, { sort: 'id' });
    expect(rows).toMatchObject([
      { title: 'still changed', project_id: door.id },
      { title: 'late', project_id: lift.id },
      { title: 'late', project_id: lift.id },
      { title: 'of none', project_id: null },
    ]);

    // The order of the tree is no choice.
    await gate.rows('auth_project').edit(tower.id, { status: 0 });
    const moved = { id: lift.id, version: 2, pid: null };
    expect(await boss('POST', 'auth.project/edit', moved)).toMatchObject({ code: 1 });
    expect(await boss('POST', 'auth.project/edit', { ...moved, version: 3, pid: tower.id })).toMatchObject({ code: 1 });
  },
);

testPlugin('nobody chooses for whom they are signed in as', [project(), contracts], async (server) => {
  const { ann, boss, tower, lift } = await people(server);
  expect(await ann.call('POST', 'auth.project/setProject', { set_id: tower.id })).toMatchObject({ code: 1 });
  const begun = await boss('POST', 'auth.admin/signInAs', { ids: [ann.id] });
  const { token } = (begun.data['result'] as { identity: { token: string } }).identity;
  const answer = await as(server, token)('POST', 'auth.project/setProject', { set_id: lift.id });
  expect(answer).toMatchObject({ code: 401, msg: expect.stringContaining('signed in as somebody else') as string });
  expect((await ann.call('GET', 'auth.project/getProject')).data['chosen']).toEqual([tower.id]);
});

testPlugin('the selector offers what somebody belongs to, level by level', [project(), contracts], async (server) => {
  const { ann, bob, eve, boss, tower, lift, door, bridge } = await people(server);
  await server.app.gate.rows('auth_project').edit(door.id, { status: 0 });
  const option = (value: number, label: string, leaf: boolean, disabled = false) => ({ value, label, disabled, leaf });
  const tops = [option(tower.id, 'Tower', false), option(bridge.id, 'Bridge', true)];
  const products = [option(lift.id, 'Lift', true), option(door.id, 'Door', true, true)];
  const sorted = (list: unknown) => (list as { value: number }[]).toSorted((one, other) => one.value - other.value);

  expect(sorted((await boss('GET', 'ajax/getProject?type=1')).data)).toEqual(tops);
  expect(sorted((await boss('GET', `ajax/getProject?type=1&pid=${tower.id}&level=2`)).data)).toEqual(products);
  expect(sorted((await boss('GET', `ajax/group?lv1=${tower.id}`)).data)).toEqual(products);
  expect(sorted((await ann.call('GET', 'auth.project/getProject?type=1&lv=1')).data['list'])).toEqual([tops[0]]);
  expect((await bob.call('GET', 'auth.project/getProject')).data).toEqual({
    list: [option(lift.id, 'Lift', true)],
    chosen: [],
  });
  expect((await eve.call('GET', 'auth.project/getProject')).data).toEqual({ list: [], chosen: [] });

  // A product whose project somebody does not see is at the top for them, and nothing is below it.
  expect((await bob.call('GET', 'ajax/getProject')).data).toEqual([option(lift.id, 'Lift', true)]);
  expect((await bob.call('GET', `ajax/getProject?pid=${lift.id}`)).data).toEqual([]);
  expect(await bob.call('GET', `ajax/getProject?pid=${tower.id}`)).toMatchObject({ code: 0 });

  // A word finds them on every level, with the way to each.
  const found = async (by: typeof boss, word: string) =>
    sorted((await by('GET', `auth.project/getProject?quick_search=${word}`)).data['list']);
  expect(await found(ann.call, 'O')).toEqual([
    { ...option(tower.id, 'Tower', false), path: [tower.id] },
    { ...option(door.id, 'Door', true, true), path: [tower.id, door.id] },
  ]);
  expect(await found(bob.call, 'lift')).toEqual([{ ...option(lift.id, 'Lift', true), path: [lift.id] }]);
  expect(await found(bob.call, 'bridge')).toEqual([]);
  expect(await boss('GET', 'auth.project/getProject?quick_search[]=a')).toMatchObject({ code: 0 });

  await ann.call('POST', 'auth.project/setProject', { set_id: lift.id });
  const below = (await ann.call('GET', 'auth.project/getProject?lv=2')).data;
  expect(below['chosen']).toEqual([tower.id, lift.id]);
  expect(sorted(below['list'])).toEqual(products);
  // What is switched off is no choice any more.
  await server.app.gate.rows('auth_project').edit(lift.id, { status: 0 });
  expect((await ann.call('GET', 'auth.project/getProject')).data['chosen']).toEqual([]);
});

testPlugin('a level is read alone, however large the tree is', [project(), contracts], async (server) => {
  const boss = as(server, await server.signIn());
  const rows = server.app.gate.rows('auth_department');
  const sales = await rows.add({ name: 'Sales' });
  const added = await boss('POST', 'auth.department/add', { name: 'North', pid: sales.id });
  const north = added.data['row'] as { id: number };
  // More than a tree is answered whole with, below one of the second level.
  await server.app.database.write(async ({ db, touch }) => {
    await sql`
      INSERT INTO auth_department (name, pid, weigh, version, create_time, update_time)
      WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 20001)
      SELECT 'Team', ${sql.lit(north.id)}, n, 1, 1, 1 FROM counted`.execute(db);
    touch('auth_department');
  });
  expect(await boss('GET', 'auth.department/index')).toMatchObject({ code: 0 });
  const level = async (query: string) => (await boss('GET', `ajax/${query}`)).data;
  expect(await level('getProject?type=2')).toMatchObject([{ value: sales.id, leaf: false }]);
  expect(await level(`getProject?type=2&pid=${sales.id}`)).toMatchObject([{ value: north.id, leaf: false }]);
  expect(await level(`group?type=2&lv1=${sales.id}`)).toMatchObject([{ value: north.id, leaf: false }]);
});

testPlugin('who belongs to a product alone does not take it out of its project', [project()], async (server) => {
  const { bob, boss, lift, bridge } = await people(server);
  const move = async (by: typeof boss, pid: number | null) => {
    const { version } = (await server.app.gate.rows('auth_project').get(lift.id))!;
    return by('POST', 'auth.project/edit', { id: lift.id, version, pid });
  };
  expect(await move(bob.call, null)).toMatchObject({
    code: 0,
    data: { errors: { pid: "You don't belong to this project, or it no longer exists" } },
  });
  expect(await server.app.gate.rows('auth_project').get(lift.id)).toMatchObject({ pid: expect.any(Number) as number });
  expect(await move(boss, bridge.id)).toMatchObject({ code: 1 });
});

testPlugin('what cannot be chosen is refused, and changes nothing', [project(), contracts], async (server) => {
  const { ann, boss, tower, lift, door, bridge } = await people(server);
  await server.app.gate.rows('auth_project').edit(door.id, { status: 0 });
  const choose = (set_id: unknown, more = {}) => ann.call('POST', 'auth.project/setProject', { set_id, ...more });
  await choose(lift.id);
  const notYours = "You don't belong to this project, or it no longer exists";
  for (const [set_id, msg] of [
    [bridge.id, notYours],
    [999_999, notYours],
    ['__proto__', notYours],
    [[tower.id, bridge.id], notYours],
    [[tower.id], notYours],
    [[], notYours],
    [true, notYours],
    [false, notYours],
    [`${tower.id}.0`, notYours],
    [door.id, 'This project is not active'],
    [undefined, 'This field is required'],
    ['', 'This field is required'],
  ] as const)
    expect(await choose(set_id), String(set_id)).toMatchObject({ code: 0, data: { errors: { set_id: msg } } });
  expect(await choose(tower.id, { lv: 2 })).toMatchObject({
    code: 0,
    data: { errors: { lv: 'What was chosen is on level 1' } },
  });
  expect(await choose('')).toMatchObject({ msg: "Project can't be empty" });
  for (const lv of ['abc', [1], 1.5, true])
    expect(await choose(tower.id, { lv }), String(lv)).toMatchObject({
      code: 0,
      msg: expect.stringContaining('The parameter “lv” must be a whole number'),
    });
  expect(await choose(tower.id, { type: 2 })).toMatchObject({ code: 0, msg: 'The only type is 1: projects' });
  expect((await ann.call('GET', 'auth.project/getProject')).data['chosen']).toEqual([tower.id, lift.id]);
  expect(await ann.call('GET', 'auth.project/getProject?lv=3')).toMatchObject({ code: 0 });

  // Levels that are too deep, of no tree, of rows elsewhere.
  const tooDeep = 'There are only 2 levels to choose from.';
  const noNumber = (name: string, value: string) => `The parameter “${name}” must be a whole number, not “${value}”`;
  for (const [query, msg] of [
    [`getProject?pid=${lift.id}`, tooDeep],
    [`getProject?pid=${tower.id}&level=3`, tooDeep],
    [`getProject?pid=${tower.id}&level=1`, 'What was asked for is on level 2, not on level 1'],
    ['getProject?level=2', 'What was asked for is on level 1, not on level 2'],
    ['getProject?level=abc', noNumber('level', 'abc')],
    ['getProject?level=1.5', noNumber('level', '1.5')],
    ['getProject?level=-1', noNumber('level', '-1')],
    ['getProject?level[]=1', noNumber('level', '["1"]')],
    ['getProject?pid=x', noNumber('pid', 'x')],
    [`getProject?pid[]=${tower.id}`, noNumber('pid', `["${tower.id}"]`)],
    ['getProject?pid=999999', 'Record not found'],
    ['getProject?type=77', 'There is nothing to choose level by level for the type “77”.'],
    ['getProject?type[]=1', 'There is nothing to choose level by level for the type “["1"]”.'],
    [`group?lv1=${bridge.id}&lv2=${lift.id}`, tooDeep],
    [`group?lv1=${tower.id}&lv2=${lift.id}`, tooDeep],
    ['group?lv1=abc', noNumber('lv1', 'abc')],
    [`group?lv1=${tower.id}&lv2=abc`, noNumber('lv2', 'abc')],
    [`group?lv1=${tower.id}&lv3=1e3`, noNumber('lv3', '1e3')],
    [`group?lv2=${tower.id}`, 'The parameter “lv1” is missing: a level is chosen below the one above it'],
    [
      `group?lv1=${tower.id}&lv3=${lift.id}`,
      'The parameter “lv2” is missing: a level is chosen below the one above it',
    ],
    [`group?lv1=${lift.id}`, 'Record not found'],
  ] as const)
    expect(await boss('GET', `ajax/${query}`), query).toMatchObject({ code: 0, msg: expect.stringContaining(msg) });
  for (const [query, msg] of [
    ['lv=abc', noNumber('lv', 'abc')],
    ['lv[]=2', noNumber('lv', '["2"]')],
    ['lv=0', 'There are only two levels: projects and products'],
    ['pid=x', noNumber('pid', 'x')],
    [`pid=${bridge.id}`, notYours],
    ['type=2', 'The only type is 1: projects'],
  ] as const)
    expect(await ann.call('GET', `auth.project/getProject?${query}`), query).toMatchObject({ code: 0, msg });

  // Below a product there is nothing, and a project with products stays one.
  const under = (id: number, pid: number) => boss('POST', 'auth.project/edit', { id, pid, version: 1 });
  const refusal = { code: 0, data: { errors: { pid: expect.stringContaining('Products belong to projects') } } };
  expect(await under(bridge.id, lift.id)).toMatchObject(refusal);
  expect(await under(tower.id, bridge.id)).toMatchObject(refusal);
  expect(await under(tower.id, lift.id)).toMatchObject({ code: 0 });
  expect(await boss('POST', 'auth.project/add', { name: 'Deep', pid: lift.id })).toMatchObject(refusal);
});

testPlugin(
  'with few rights one sees what one may see, and is refused the rest',
  [project(), contracts],
  async (server) => {
    const { bob, tower, lift, bridge } = await people(server);
    const { gate } = server.app;
    const { id: group } = await gate.rows('admin_group').add({ name: 'nobody', pid: 1 });
    await gate.rows('admin').add({ username: 'low', nickname: 'low', password: 'Person-1', group_ids: [group] });
    const low = as(server, await server.signIn('low', 'Person-1'));
    const before = await gate.rows('auth_project').list();

    // Without the right to the table nothing of it is told, by whatever call.
    for (const query of ['getProject', `getProject?pid=${tower.id}&level=2`, `group?lv1=${tower.id}`, 'group'])
      expect(await low('GET', `ajax/${query}`), query).toMatchObject({ code: 401 });
    for (const query of ['getTableList', 'getTablePk?table=auth_project', 'getTableFieldList?table=auth_project'])
      for (const call of [low, bob.call])
        expect(await call('GET', `ajax/${query}`), query).toMatchObject({ code: 401 });
    expect(await low('GET', 'auth.project/select?select=true')).toMatchObject({ code: 401 });
    expect((await low('GET', 'auth.project/getProject')).data).toEqual({ list: [], chosen: [] });
    expect(await low('POST', 'auth.project/setProject', { set_id: tower.id })).toMatchObject({ code: 0 });
    expect((await low('GET', 'ajax/area?province=44&city=4403')).data).toHaveLength(9);

    // With it, rows of others answer like rows that are not there.
    for (const id of [tower.id, bridge.id])
      for (const query of [`getProject?pid=${id}`, `group?lv1=${id}`])
        expect(await bob.call('GET', `ajax/${query}`), query).toMatchObject({ code: 0, msg: 'Record not found' });
    expect(await bob.call('POST', 'auth.project/setProject', { set_id: bridge.id })).toMatchObject({ code: 0 });
    const chosen = await gate.rows('auth_project_choice').list();
    expect([chosen, await gate.rows('auth_project').list()]).toEqual([[], before]);
    expect((await bob.call('GET', 'auth.project/select?select=true&quick_search=Lift')).data['options']).toMatchObject([
      { id: lift.id },
    ]);
  },
);

testPlugin('new projects belong to the department of the site, which stays', [project(), contracts], async (server) => {
  const boss = as(server, await server.signIn());
  const { gate } = server.app;
  const sales = await gate.rows('auth_department').add({ name: 'Sales' });
  const other = await gate.rows('auth_department').add({ name: 'Other' });
  const add = async (body: Record<string, unknown>) => (await boss('POST', 'auth.project/add', body)).data['row'];
  const set = async (text: string) =>
    expect(await boss('POST', 'routine.Config/edit', { business_department_id: text })).toMatchObject({ code: 1 });
  const del = (id: number) => boss('DELETE', `auth.department/del?ids[]=${id}`);
  expect(await add({ name: 'before' })).toMatchObject({ department_id: null });
  await set(String(sales.id));
  const tower = (await add({ name: 'Tower' })) as { id: number };
  expect(tower).toMatchObject({ department_id: sales.id });
  expect(await add({ name: 'Bridge', department_id: other.id })).toMatchObject({ department_id: other.id });
  expect(await add({ name: 'Lift', pid: tower.id })).toMatchObject({ department_id: null });
  await gate.rows('auth_project').edit(tower.id, { department_id: null });
  expect(await del(sales.id)).toMatchObject({
    code: 0,
    msg: expect.stringContaining('business department of the site'),
  });
  // Numbers of another system are nothing here.
  for (const text of ['999999', 'D-7']) {
    await set(text);
    expect(await add({ name: text })).toMatchObject({ department_id: null });
  }
  expect(await del(sales.id)).toMatchObject({ code: 1 });
});

testPlugin.onPostgres('who chooses twice at a time has chosen', [project(), contracts], async (server) => {
  const { ann, tower } = await people(server);
  const { database, gate } = server.app;
  const twice = async (set_id: number, lock: string) => {
    const asked: Promise<Answer>[] = [];
    await database.write(async ({ db }) => {
      await sql.raw(lock).execute(db);
      for (const count of [1, 2]) {
        if (asked.length < count) asked.push(ann.call('POST', 'auth.project/setProject', { set_id }));
        await expect.poll(() => waitingTransactions(database)).toBe(count);
      }
    });
    expect(await Promise.all(asked)).toMatchObject([{ code: 1 }, { code: 1 }]);
    return gate.rows('auth_project_choice').list();
  };
  expect(await twice(tower.id, 'LOCK TABLE auth_project_choice IN SHARE MODE')).toMatchObject([
    { admin_id: ann.id, project_id: tower.id },
  ]);
  expect(await twice(0, 'SELECT 1 FROM auth_project_choice FOR UPDATE')).toEqual([]);
});
