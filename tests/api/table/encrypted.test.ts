import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { definePlugin, type PluginHost } from '#plugin';
import { f, modelOf, table, type AnyField, type Resource } from '#resource';
import { planSchema } from '../../../src/server/database/applySchema.ts';
import { withEncryption } from '../../../src/server/loading/withEncryption.ts';
import { createSealer } from '../../../src/server/shared/sealer.ts';
import { tablesOf } from '../../../src/server/table/tablesOf.ts';
import applicant from '../../examples/applicant.ts';
import { eachDatabase, type Place } from '../../support/databases.ts';
import { testTable } from '../../support/testTable.ts';
import { startServer, type ServerOptions, type TestServer } from '../../support/server.ts';
import { plainText } from '../../../src/server/database/schema/sentence.ts';

const canary = 'ID-Canary-4405';

const patient = table('patient', {
  name: f.text({ required: true, search: true }),
  id_number: f.text({ encrypted: true, max: 40, required: true }),
  weight: f.decimal({ encrypted: true }),
  notes: f.textarea({ encrypted: true }),
  marks: f.tags({ encrypted: true }),
  phone: f.text({ encrypted: true }),
});
const patients = patient.resource({
  path: 'clinic/patient',
  traits: { history: true, trash: true },
  list: { columns: ['name', 'id_number', 'weight', 'marks'] },
  access: { phone: { read: (caller) => caller.super } },
});
const values = {
  name: 'Li',
  id_number: canary,
  weight: 71.25,
  notes: `${canary} `.repeat(100).trim(),
  marks: [canary, 'x'],
  phone: `+49 ${canary}`,
};

eachDatabase((_name, _open, place) => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  const serve = async (where: Place, options: ServerOptions = { resources: [patients] }): Promise<TestServer> => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
    servers.push(await startServer(where, options));
    return servers.at(-1)!;
  };
  const call = async (server: TestServer, token: string, action: string, body?: object, query?: object) =>
    server.request(body ? 'POST' : 'GET', `/api/admin/clinic.patient/${action}`, {
      token,
      ...(body && { body: body as Record<string, unknown> }),
      ...(query && { query: query as Record<string, unknown> }),
    });
  const stored = async ({ app: { database } }: TestServer, ...names: string[]): Promise<string> => {
    const found: unknown[] = [];
    for (const name of names) found.push((await sql`SELECT * FROM ${sql.table(name)}`.execute(database.read)).rows);
    return JSON.stringify(found);
  };

  it('is read and written as ever, and stands nowhere in the open', async () => {
    const server = await serve(await place());
    const token = await server.signIn();
    const added = (await call(server, token, 'add', values)).json.data['row'] as { id: number; version: number };
    expect(added).toMatchObject(values);
    const { list } = (await call(server, token, 'index')).json.data as { list: object[] };
    expect(list).toMatchObject([{ id_number: canary, weight: 71.25, marks: [canary, 'x'] }]);
    const edit = async (change: object) =>
      (await call(server, token, 'edit', { id: added.id, ...change })).json.data['row'] as typeof added;
    expect(await edit({ id_number: `${canary}-2`, name: 'Li 2' })).toMatchObject({
      id_number: `${canary}-2`,
      weight: 71.25,
    });
    // The same value is no change.
    expect((await edit({ id_number: `${canary}-2` })).version).toBe(2);
    expect(await edit({ weight: null, marks: [] })).toMatchObject({ weight: null, marks: [], version: 3 });
    const history = await call(server, token, 'history', undefined, { id: added.id });
    expect(history.text).toContain('Li 2');
    expect(history.text).not.toContain(canary);
    await expect
      .poll(async () => (await server.app.gate.rows('admin_log').list({ url: { contains: 'patient' } })).length)
      .toBe(4);
    expect(await stored(server, 'patient', 'row_history', 'admin_log', 'security_log')).not.toContain(canary);
    expect(server.logged.join('')).not.toContain(canary);
    const two = await stored(server, 'patient');
    await server.app.gate.rowsOf(server.app.gate.modelOf('patient')).add(values);
    // Two equal values do not look equal.
    expect(new Set((await stored(server, 'patient')).match(/"id_number":"[^"]+"/g)).size).toBe(2);
    expect(two).not.toBe(await stored(server, 'patient'));
  });

  it('cannot be filtered, sorted, searched or found by, and is seen by those only who may read it', async () => {
    const server = await serve(await place());
    const token = await server.signIn();
    await call(server, token, 'add', values);
    const refused = async (query: object) => (await call(server, token, 'index', undefined, query)).json;
    for (const operator of ['eq', 'LIKE', 'NULL', 'IN', 'RANGE', 'gt'])
      expect((await refused({ search: [{ field: 'id_number', operator, val: canary }] })).code, operator).toBe(0);
    expect((await refused({ order: 'id_number,desc' })).code).toBe(0);
    expect((await refused({ quickSearch: canary })).data).toMatchObject({ list: [] });
    const { gate } = server.app;
    await expect(gate.rowsOf(gate.modelOf('patient')).list({ id_number: canary })).rejects.toThrow('is encrypted');
    const manifest = (await call(server, token, 'manifest')).json.data as {
      fields: Record<string, { operators: string[]; sortable: boolean }>;
      list: { filters: string[] };
    };
    const shown = { kind: 'text', operators: [], sortable: false, encrypted: true };
    expect(manifest.fields['id_number']).toMatchObject(shown);
    expect(manifest.list.filters).toEqual(['name']);
    const rules = await gate.rows('admin_rule').list({ name: { in: ['clinic/patient/index', 'clinic/patient/edit'] } });
    const { id } = await gate
      .rows('admin_group')
      .add({ name: 'Doctors', pid: 1, rule_ids: rules.map((rule) => rule.id) });
    await gate.rows('admin').add({ username: 'doctor', nickname: 'D', password: 'Person-1', group_ids: [id] });
    const doctor = await server.signIn('doctor', 'Person-1');
    for (const [action, query] of [
      ['index', {}],
      ['edit', { id: 1 }],
      ['manifest', {}],
    ] as const) {
      const { text } = await call(server, doctor, action, undefined, query);
      expect(text, action).not.toMatch(/\+49|phone/);
    }
  });

  it('is no other field’s value: what is moved in the database is not read', async () => {
    const server = await serve(await place());
    const token = await server.signIn();
    await call(server, token, 'add', values);
    await server.app.database.write(async ({ db, touch }) => {
      await sql`UPDATE patient SET notes = phone`.execute(db);
      touch('patient');
    });
    const { row } = (await call(server, token, 'edit', undefined, { id: 1 })).json.data as { row: object };
    expect(row).toMatchObject({ notes: null, phone: values.phone });
    expect(server.logged.join('')).toContain('the encrypted field patient.notes');
  });

  it('goes on without the values when the key is lost, and says so; they are back with the key', async () => {
    const where = await place();
    const key = (secretKey: string): ServerOptions => ({ resources: [patients], config: { secretKey } });
    const first = await serve(where, key('1'.repeat(64)));
    await call(first, await first.signIn(), 'add', values);
    const second = await serve(where, key('2'.repeat(64)));
    const token = await second.signIn();
    expect((await call(second, token, 'index')).json.data).toMatchObject({
      list: [{ name: 'Li', id_number: null, marks: [] }],
    });
    expect(second.logged.join('')).toContain(
      'the encrypted field patient.id_number: a value was encrypted with another key',
    );
    // An edit of another field leaves what cannot be read as it is.
    expect((await call(second, token, 'edit', { id: 1, name: 'Wang' })).json).toMatchObject({ code: 1 });
    const third = await serve(where, key('1'.repeat(64)));
    expect((await call(third, await third.signIn(), 'index')).json.data).toMatchObject({
      list: [{ name: 'Wang', id_number: canary }],
    });
  });

  const versionOf = (value: AnyField, name = 'note'): Resource =>
    table(name, { title: f.text(), value }, name === 'note' ? {} : { renamedFrom: 'note' }).resource({
      path: 'clinic/note',
      traits: { history: true },
    });
  const valuesIn = async (server: TestServer, name = 'note'): Promise<unknown[]> => {
    const { gate } = server.app;
    return (await gate.rowsOf(gate.modelOf(name)).list()).map(({ value }: Record<string, unknown>) => value);
  };

  it.each<[string, AnyField, AnyField, unknown]>([
    ['a text', f.text({ search: true, unique: true }), f.text({ encrypted: true }), canary],
    ['an amount', f.money(), f.money({ encrypted: true }), '4405.50'],
    ['a list', f.tags(), f.tags({ encrypted: true }), [canary]],
    ['a date', f.date(), f.date({ encrypted: true }), '2024-02-29'],
  ])(
    'a file that turns it on or off converts %s in the transaction of the change, and its history goes',
    async (_what, plain, sealed, value) => {
      const where = await place();
      const at = (field: AnyField): ServerOptions => ({ resources: [versionOf(field)] });
      const first = await serve(where, at(plain));
      const { gate } = first.app;
      const rows = gate.rowsOf(gate.modelOf('note'));
      const { id } = (await rows.add({ title: 'kept', value } as never)) as { id: number };
      await rows.add({ title: 'none' } as never);
      await rows.edit(id, { title: 'kept 2' } as never);
      const held = JSON.stringify(value).replaceAll(/[[\]"]/g, '');
      expect(await stored(first, 'row_history')).toContain(held);
      const sealer = createSealer(where.dataDir, undefined);
      const plan = async (field: AnyField) => {
        const loaded = withEncryption({ models: [modelOf(versionOf(field))], plugins: [], faults: [] }, sealer);
        const { steps } = await planSchema(first.app.database, tablesOf(loaded.models, new Map(), [], loaded.open));
        return steps.map(({ says }) => plainText(says)).join('\n');
      };
      expect(await plan(sealed)).toMatch(
        /convert value from f\.\w+ to f\.\w+\(\{ (?:.*, )?encrypted: true \}\) \((?:1|2) rows, such as id 1: a secret to a secret\)[^]*what was told of note\.value is erased/,
      );

      const second = await serve(where, at(sealed));
      expect(await valuesIn(second)).toEqual([value, plain.kind.empty ?? null]);
      expect(await stored(second, 'note', 'row_history')).not.toContain(held);
      expect(await stored(second, 'row_history')).toContain('kept 2');
      const third = await serve(where, at(plain));
      expect(await valuesIn(third)).toEqual([value, plain.kind.empty ?? null]);
    },
  );

  it('follows a field and a table that are renamed, and a kind that changes', async () => {
    const where = await place();
    const first = await serve(where, { resources: [versionOf(f.text({ encrypted: true }))] });
    const { gate } = first.app;
    await gate.rowsOf(gate.modelOf('note')).add({ value: '44' } as never);
    const second = await serve(where, { resources: [versionOf(f.int({ encrypted: true }), 'memo')] });
    expect(await valuesIn(second, 'memo')).toEqual([44]);
    const renamed = table('memo', { title: f.text(), number: f.int({ encrypted: true, renamedFrom: 'value' }) });
    const third = await serve(where, { resources: [renamed.resource({ path: 'clinic/note' })] });
    const rows = third.app.gate.rowsOf(third.app.gate.modelOf('memo'));
    expect(await rows.list()).toMatchObject([{ number: 44 }]);
  });

  it('refuses to start with a change that the lost key would need, and changes nothing', async () => {
    const where = await place();
    const at = (field: AnyField, secretKey: string): ServerOptions => ({
      resources: [versionOf(field)],
      config: { secretKey },
    });
    const first = await serve(where, at(f.text({ encrypted: true }), '1'.repeat(64)));
    await first.app.gate.rowsOf(first.app.gate.modelOf('note')).add({ value: canary } as never);
    await expect(serve(where, at(f.text(), '2'.repeat(64)))).rejects.toThrow(
      /1 of 1 rows \(id 1: a secret, it was encrypted with another key\)/,
    );
    const again = await serve(where, at(f.text(), '1'.repeat(64)));
    expect(await valuesIn(again)).toEqual([canary]);
  });

  it('is plain for plugins: in rows, in a transaction, in hooks', async () => {
    let host: PluginHost;
    const seen: unknown[] = [];
    const own = table('sealed_note', { value: f.text({ encrypted: true }) }).resource({
      page: false,
      hooks: { afterSave: ({ row, prev }) => void seen.push([prev?.value ?? null, row.value]) },
    });
    await serve(await place(), {
      resources: [own],
      plugins: [definePlugin({ name: 'keeper', start: (given) => void (host = given) })],
    });
    const rows = host!.rows('sealed_note' as never, host!.system) as unknown as {
      add(row: object): Promise<{ id: number }>;
      edit(id: number, row: object): Promise<unknown>;
      get(id: number): Promise<object>;
    };
    const { id } = await rows.add({ value: canary });
    await rows.edit(id, { value: 'other' });
    expect(await rows.get(id)).toMatchObject({ value: 'other' });
    expect(seen).toEqual([
      [null, canary],
      [canary, 'other'],
    ]);
  });
});

eachDatabase((_name, _open, place) => {
  it('the example shows an identity number to super administrators only', async () => {
    const server = await startServer(await place(), { plugins: [applicant], resources: applicant.resources! });
    const token = await server.signIn();
    const add = async (id_number: string) =>
      server.request('POST', '/api/admin/office.applicant/add', { token, body: { name: 'Li', id_number } });
    expect((await add('11010519491231002X')).json.data).toMatchObject({ row: { id_number: '11010519491231002X' } });
    expect((await add('110105194912310021')).json.data).toHaveProperty('errors.id_number');
    await server.close();
  });
});

describe('a field that cannot be encrypted is named at start', () => {
  const fault = (field: AnyField, definition: object = {}): string => {
    try {
      modelOf(table('note', { title: f.text(), value: field, value_id: f.int() }).resource(definition));
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each([
    [f.text({ encrypted: true, unique: true }), {}, 'leave out unique'],
    [f.text({ encrypted: true, search: true }), {}, 'leave out search'],
    [f.text({ encrypted: true, sort: true }), {}, 'leave out sort'],
    [f.text({ encrypted: true, filter: true }), {}, 'leave out filter'],
    [f.text({ encrypted: true, index: true }), {}, 'leave out index'],
    [f.text({ encrypted: true, translated: { en: 'title' } }), {}, 'leave out translated'],
    [f.text({ translated: { en: 'value' }, encrypted: true }), {}, 'leave out translated'],
    [f.text({ encrypted: true, default: 'x' }), {}, 'set it in beforeSave'],
    [f.password({ encrypted: true }), {}, 'kept as a hash'],
    [f.computed({ sql: 'title', scale: 'text', encrypted: true } as never), {}, 'worked with by the database'],
    [f.text({ encrypted: 1 as never }), {}, 'encrypted must be true or false'],
    [f.text({ encrypted: true }), { title: 'value' }, 'is encrypted, and rows are looked for by their title'],
    [f.text({ encrypted: true }), { list: { sort: 'value' } }, 'lists cannot be sorted by "value"'],
    [f.text({ encrypted: true }), { list: { filters: ['value'] } }, 'nothing can be filtered by "value"'],
    [f.int({ encrypted: true }), { dashboard: { label: 'x', sum: 'value' } }, 'is no number'],
    [f.int({ encrypted: true }), { dashboard: { label: 'x', where: { value: 1 } } }, 'cannot be told apart'],
    [f.text({ encrypted: true }), { source: { rest: 'https://a.example/b' } }, 'not ours to encrypt'],
  ])('%# %j', (field, definition, said) => {
    expect(fault(field as AnyField, definition)).toContain(said);
  });
});

const cards = table('sealed_card', { name: f.text(), pin: f.text({ encrypted: true, required: true }) }).resource({
  path: 'clinic/card',
  access: { pin: { write: (caller) => caller.super } },
});
testTable(
  'an encrypted field that is required keeps those from adding rows who may not write it',
  [cards],
  async (all) => {
    const clerk = all.as(['clinic/card/add', 'clinic/card/edit']);
    await expect(clerk.add('sealed_card', { name: 'a' })).rejects.toMatchObject({ key: 'rows:incomplete' });
    const { id } = await all.add('sealed_card', { name: 'b', pin: canary });
    expect(await clerk.edit('sealed_card', { id, name: 'c' })).toMatchObject({ name: 'c' });
  },
);
