import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { definePlugin } from '#plugin';
import { extend, extended, f, modelOf, table, type Resource } from '#resource';
import department from '../../examples/department.ts';
import { eachDatabase } from '../../support/databases.ts';
import { administrator } from '../../support/gate.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import admin from '../../../resources/admin.ts';

const order: string[] = [];
const parcel = table('parcel_note', { text: f.text({ required: true }), done: f.bool() });
const parcels = parcel.resource({
  path: 'test/parcel',
  traits: { trash: true, history: true },
  actions: ['index', 'add', 'edit'],
  rows: { read: (caller) => caller.super || { done: 0 } },
  hooks: { beforeSave: ({ next }) => void order.push(`own ${next.text}`) },
});
declare module '#resource' {
  interface Tables {
    parcel_note: typeof parcel;
  }
}
const first = definePlugin({
  name: 'first',
  extensions: [
    extend('parcel_note', {
      colour: f.enum({ red: 'Red', blue: 'Blue' }, { default: 'red', required: true }),
      tag_count: f.int(),
    }).with({
      form: { layout: [{ name: 'colour', after: 'text' }] },
      rows: {
        read: (caller) => caller.super || (caller.id !== 4 && { text: { ne: 'hidden' } }),
        write: (caller) => caller.id !== 3,
      },
      hooks: {
        async beforeSave({ next }) {
          order.push('first');
          next.text = `${next.text}!`;
        },
      },
    }),
  ],
});
const second = definePlugin({
  name: 'second',
  extensions: [
    extend('parcel_note', { weight: f.decimal() }).with({
      hooks: {
        beforeSave({ next }) {
          order.push(`second ${next.text}`);
          if (next.weight === 13) throw new Error('the second broke');
          if (next.weight === 14) return new Promise(() => {});
        },
      },
    }),
  ],
});

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let token: string;
  const at = { place: undefined as Awaited<ReturnType<typeof place>> | undefined };
  const resources = [...department.resources!, parcels];
  beforeAll(async () => {
    at.place = await place();
    server = await startServer(at.place, { resources, plugins: [department, first, second], limits: { hook: 1500 } });
    token = await server.signIn();
  });
  afterAll(() => server.close());
  const get = (url: string) => server.request('GET', `/api/admin/${url}`, { token });
  const post = (url: string, body: object) =>
    server.request('POST', `/api/admin/${url}`, { body: { ...body }, token, mayFail: true });
  const rowOf = async (id: number) =>
    ((await get(`auth.admin/index?initKey=id&initValue=${id}`)).json.data['list'] as Record<string, unknown>[])[0]!;

  describe('a table that a plugin has extended', () => {
    it('has its fields in the list, the form and the manifest, where it says', async () => {
      const manifest = (await get('auth.admin/manifest')).json.data as unknown as {
        list: { columns: string[]; filters: string[] };
        form: { sections: { label: string | null; lines: string[][] }[] };
        actions: string[];
        buttons: { name: string; label: string }[];
      };
      expect(manifest.list.columns.slice(0, 3)).toEqual(['username', 'nickname', 'department.name']);
      expect(manifest.list.columns.at(-1)).toBe('extension');
      expect(manifest.list.filters).toContain('department_id');
      expect(manifest.form.sections.at(-1)).toEqual({ label: 'Work', lines: [['department_id'], ['extension']] });
      expect(manifest.buttons).toContainEqual(expect.objectContaining({ name: 'leave', label: 'Leave department' }));
    });

    it('has them where they say in a form without a layout too, and loses no other field', async () => {
      const { form } = (await get('test.parcel/manifest')).json.data as unknown as {
        form: { sections: { label: string | null; lines: string[][] }[] };
      };
      expect(form.sections).toEqual([
        { label: null, lines: [['text'], ['colour'], ['done'], ['tag_count'], ['weight']] },
      ]);
    });

    it('keeps their values, and does its action', async () => {
      const { id } = (await post('company.department/add', { name: 'Sales' })).json.data['row'] as { id: number };
      const edit = (body: object) => post('auth.admin/edit', { id: 1, ...body });
      expect((await edit({ department_id: id, extension: 'x' })).json.data['errors']).toHaveProperty('extension');
      expect((await edit({ department_id: id, extension: '17' })).json.code).toBe(1);
      expect(await rowOf(1)).toMatchObject({ department: { name: 'Sales' }, extension: '17' });
      expect((await post('auth.admin/leave', { ids: [1] })).json.code).toBe(1);
      expect(await rowOf(1)).toMatchObject({ department_id: null, extension: '17' });
      expect((await edit({ extension: '0' })).json.code).toBe(0);
      expect((await server.signIn()).length).toBeGreaterThan(10);
    });

    it('leaves the menu and the rights of the table, with a node for its action', async () => {
      const rules = await server.app.gate.rows('admin_rule').list({ name: { in: ['auth/admin', 'auth/admin/leave'] } });
      expect(rules.map(({ name }) => name).toSorted()).toEqual(['auth/admin', 'auth/admin/leave']);
    });

    it('narrows rows and fields, and never widens them', async () => {
      const { gate } = server.app;
      for (const [text, done] of [
        ['seen', 0],
        ['done', 1],
        ['hidden', 0],
      ] as const)
        await gate.rows('parcel_note').add({ text, done } as never);
      // The hook has put a mark behind it.
      await gate
        .rows('parcel_note')
        .list()
        .then(async (rows) => {
          const { id } = rows.find(({ text }) => text === 'hidden!')!;
          await server.app.database.write(async ({ db, touch }) => {
            await db.updateTable('parcel_note').set({ text: 'hidden' }).where('id', '=', id).execute();
            touch('parcel_note');
          });
        });
      const model = gate.models.get('parcel_note')!;
      const texts = async (id: number) =>
        (await gate.index(administrator(['test/parcel/index', 'test/parcel/edit'], { id }), model, {})).list.map(
          (row) => row['text'],
        );
      expect(await texts(2)).toEqual(['seen!']);
      expect(await texts(4)).toEqual([]);
      const [row] = await gate.rows('parcel_note').list({ text: 'seen!' });
      const edit = (id: number) =>
        gate.edit(administrator(['test/parcel/index', 'test/parcel/edit'], { id }), model, { id: row!.id, done: 0 });
      await expect(edit(2)).resolves.toMatchObject({ id: row!.id });
      await expect(edit(3)).rejects.toMatchObject({ key: 'rows:forbidden' });
      const access = gate.models.get('admin')!.definition.access!;
      expect([
        access['extension']!.write!(administrator([])),
        access['session_number']!.read!(administrator()),
      ]).toEqual([false, false]);
    });

    it('runs the hooks of the table first, then of each plugin, each under its own name', async () => {
      order.length = 0;
      expect((await post('test.parcel/add', { text: 'a' })).json.data['row']).toMatchObject({
        text: 'a!',
        colour: 'red',
      });
      expect(order).toEqual(['own a', 'first', 'second a!']);
      expect((await post('test.parcel/add', { text: 'b', weight: 13 })).json.code).toBe(0);
      expect((await post('test.parcel/add', { text: 'b', weight: 14 })).json.code).toBe(0);
      const log = server.logged.join('');
      expect(log).toContain('plugin second: beforeSave of table parcel_note: the second broke');
      expect(log).toContain('plugin second: the hook beforeSave of table parcel_note: took longer');
      expect(log).not.toContain('plugin first: ');
    });
  });

  it('goes on without the plugin, whose columns keep their values until it is back or they are dropped', async () => {
    const own = await place();
    const start = (plugins: readonly Parameters<typeof definePlugin>[0][], more: readonly Resource[] = [parcels]) =>
      startServer(own, { resources: [...department.resources!, ...more], plugins });
    const before = await start([department, first, second]);
    await before.app.gate.rows('parcel_note').add({ text: 'kept', colour: 'blue', weight: 1.5, tag_count: 7 } as never);
    const { id } = await before.app.gate.rows('department').add({ name: 'Sales' });
    await before.app.gate.rows('admin').edit(1, { department_id: id });
    await before.close();
    const without = await start([]);
    const tokenWithout = await without.signIn();
    const added = await without.request('POST', '/api/admin/test.parcel/add', {
      token: tokenWithout,
      body: { text: 'new' },
    });
    expect(added.json.data['row']).not.toHaveProperty('colour');
    // Nothing holds the department any more.
    await without.app.gate.rows('department').del([id]);
    await without.close();
    const back = await start([first, second]);
    const rows = await back.app.gate.rows('parcel_note').list({}, { sort: 'id' });
    expect(rows).toMatchObject([
      { text: 'kept!', colour: 'blue', weight: 1.5, tag_count: 7 },
      { text: 'new', colour: 'red', weight: null, tag_count: null },
    ]);
    await back.close();
    const dropping: Resource = { ...parcels, definition: { ...parcels.definition, dropped: ['colour', 'tag_count'] } };
    const dropped = await start([second], [dropping]);
    const columns = await dropped.app.database.read.selectFrom('parcel_note').selectAll().executeTakeFirstOrThrow();
    expect(Object.keys(columns)).toEqual(expect.arrayContaining(['text', 'weight']));
    expect(Object.keys(columns)).not.toContain('colour');
    await dropped.close();
  });
});

describe('an extension', () => {
  const refused = ({ fields = {}, ...definition }: Record<string, unknown>): string => {
    try {
      modelOf(extended(admin, { table: 'admin', plugin: 'wrong', fields, definition } as never));
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each([
    [{ fields: { mobile: f.text() } }, 'Field "mobile": the table has one of this name; choose another.'],
    [{ fields: { id: f.int() } }, 'Field "id": every table has this column by itself; leave it out.'],
    [
      { fields: { code: f.text({ required: true }) } },
      'Field "code": rows that are there have no value for it; give it a default, or leave out required.',
    ],
    [
      { actions: { edit: { label: 'x', handler: () => {} } } },
      'actions.edit: there is an action "edit" already; choose another name than "edit".',
    ],
    [
      { fields: { code: f.text() }, list: { columns: [{ name: 'code', after: 'nickname_' }] } },
      'list.columns: there is no "nickname_". Did you mean "nickname"?',
    ],
    [{ list: { columns: ['code'] } }, 'list.columns: there is no field "code".'],
    [{ form: { layout: ['nothing'] } }, 'form.layout: there is no field "nothing".'],
    [{ access: { code: {} } }, 'There is no "code" in the fields that access names.'],
    [{ hooks: { beforeSav: () => {} } }, 'There is no "beforeSav" in hooks. Did you mean "beforeSave"?'],
    [{ column: {} }, 'There is no "column" in an extension.'],
    [{ rows: { read: true } }, 'rows.read must be a function, not true.'],
  ])('is refused: %o', (definition, message) => {
    expect(refused(definition)).toContain(message);
  });

  it('names the plugin whose field or action it would take', () => {
    const fields = { code: f.text() };
    const definition = { actions: { greet: { label: 'x', handler: () => {} } } };
    const one = extended(admin, { table: 'admin', plugin: 'one', fields, definition } as never);
    const add = (more: object) => () =>
      extended(one, { table: 'admin', plugin: 'two', fields: {}, definition: {}, ...more } as never);
    expect(add({ fields })).toThrow('from the plugin one');
    expect(add({ definition })).toThrow('the table has an action of this name');
  });
});
