import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/server.ts';

const index = '/api/admin/routine.AdminInfo/index';
const edit = '/api/admin/routine.AdminInfo/edit';
const log = '/api/admin/routine.AdminInfo/log';
const secret = 'Person-1';
const newSecret = 'Person-22';

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}
interface Profile extends Tokens {
  readonly info: Readonly<Record<string, unknown>>;
  readonly row: Readonly<Record<string, unknown>> & { readonly version: number };
}

eachDatabase((_name, _open, place) => {
  let server: TestServer;
  let clock = 1_800_000_000;
  /** Somebody without a single right, another one in each test. */
  let id = 0;
  let username = 'ann';
  let ann = '';
  beforeAll(async () => {
    server = await startServer(await place(), { now: () => clock });
    await server.app.gate.rows('admin_group').add({ name: 'Editors', pid: 1 });
  });
  beforeEach(async () => {
    // What other tests have failed at is forgotten.
    clock += 90_000;
    const { gate } = server.app;
    const [group] = await gate.rows('admin_group').list({ name: 'Editors' });
    username = `ann${clock}`;
    id = (await gate.rows('admin').add({ username, nickname: 'Ann', password: secret, group_ids: [group!.id] })).id;
    ann = await server.signIn(username, secret);
  });
  afterAll(() => server.close());

  const read = async (token: string) => (await server.request('GET', index, { token })).json;
  const save = async (body: Record<string, unknown>, token = ann) =>
    (await server.request('POST', edit, { token, body })).json;
  const profileOf = async (token: string) => (await read(token)).data as unknown as Profile;
  const errorsOf = async (body: Record<string, unknown>, token = ann) =>
    ((await save(body, token)).data as { errors?: unknown } | null)?.errors;
  const isIn = async (token: string) =>
    (await server.request('GET', '/api/admin/Index/login', { token })).json.code === 302;
  const signIn = async (tried: string, keep = false) =>
    (await server.request('POST', '/api/admin/Index/login', { body: { username, password: tried, keep } })).json;
  const session = async (keep: boolean) => (await signIn(secret, keep)).data['userInfo'] as Tokens;
  const change = (body: Record<string, unknown>, token = ann) =>
    save({ oldPassword: secret, password: newSecret, ...body }, token);

  it('shows everybody themselves, with what the form is drawn from and no secret', async () => {
    const { info, row, manifest } = (await read(ann)).data as unknown as Profile & {
      manifest: { form: { sections: { lines: string[][] }[] }; fields: Record<string, { writable: boolean }> };
    };
    expect(info).toMatchObject({
      id,
      username,
      nickname: 'Ann',
      email: '',
      mobile: '',
      motto: '',
      avatar: '',
      groups: ['Editors'],
      super: false,
      last_login_ip: '127.0.0.1',
      last_login_time: expect.stringMatching(/^2027-\d\d-\d\d \d\d:00:00$/) as string,
    });
    expect(row).toMatchObject({ id, version: 2, nickname: 'Ann' });
    expect(manifest.form.sections[0]!.lines.flat()).toEqual([
      'nickname',
      'avatar',
      'email',
      'mobile',
      'position',
      'column',
      'motto',
    ]);
    expect([
      manifest.fields['username']!.writable,
      manifest.fields['password']!.writable,
      manifest.fields['session_number'],
    ]).toEqual([false, true, undefined]);
    expect(JSON.stringify(info) + JSON.stringify(row)).not.toMatch(/argon2|session_number|token/i);
    expect((await profileOf(await server.signIn())).info).toMatchObject({ id: 1, username: 'admin', super: true });
  });

  it('changes one’s own data, by the rules of the table', async () => {
    const { row } = await profileOf(ann);
    expect(
      await save({
        id,
        version: row.version,
        nickname: 'Anne',
        email: 'ann@example.com',
        mobile: '13800138000',
        motto: 'Hello',
        position: 'Editor',
        column: ['News'],
        avatar: '/storage/a.png',
      }),
    ).toMatchObject({
      code: 1,
      msg: 'Profile saved',
      data: {
        info: {
          nickname: 'Anne',
          email: 'ann@example.com',
          mobile: '13800138000',
          motto: 'Hello',
          position: 'Editor',
          column: ['News'],
          avatar: '/storage/a.png',
        },
        row: { version: row.version + 1 },
      },
    });
    expect(await save({ avatar: '' })).toMatchObject({ code: 1, data: { info: { avatar: '', nickname: 'Anne' } } });
    expect(
      await errorsOf({
        nickname: '',
        email: 'nowhere',
        mobile: '12',
        avatar: 'javascript:alert(1)',
        motto: 'x'.repeat(256),
      }),
    ).toMatchObject({
      nickname: 'This field is required',
      email: 'Please enter a valid email address',
      mobile: 'Please enter a valid mobile number',
      avatar: "The file address isn't valid",
      motto: 'Enter at most 255 characters',
    });
    expect((await profileOf(ann)).info).toMatchObject({ nickname: 'Anne' });
  });

  it('gives the account another mail address only with the password, to which links to a new one are sent', async () => {
    const email = 'annabel@example.com';
    const boss = await server.signIn();
    const configure = async (body: Record<string, unknown>) =>
      expect((await server.request('POST', '/api/admin/routine.Config/edit', { token: boss, body })).json.code).toBe(1);
    await configure({ smtp_server: 'localhost', smtp_port: 1, smtp_sender_mail: 'office@example.com' });
    await configure({ urls: ['https://office.example'] });
    const fromList = (token: string, own: number) =>
      server.request('POST', '/api/admin/auth.admin/edit', { token, body: { id: own, email } });
    for (const oldPassword of [undefined, '', 7, ['a']])
      expect(await errorsOf({ email, oldPassword })).toEqual({ oldPassword: 'This field is required' });
    expect(await errorsOf({ email, oldPassword: 'wrong-one' })).toEqual({
      oldPassword: "This isn't your current password",
    });
    expect((await fromList(boss, 1)).json.data).toMatchObject({
      errors: { email: 'To change your own email address, go to My profile' },
    });
    expect(await server.app.gate.rows('admin').count({ email })).toBe(0);
    expect(await save({ email, oldPassword: secret })).toMatchObject({ code: 1, data: { info: { email } } });
    // As it was, it asks for nothing.
    expect(await save({ email, nickname: 'Anne' })).toMatchObject({ code: 1 });
    expect(await errorsOf({ email: null })).toHaveProperty('oldPassword');
    expect((await fromList(boss, id)).json.code).toBe(1);
    await configure({ smtp_server: '' });
    expect(await save({ email: 'any@example.com' })).toMatchObject({ code: 1 });
  });

  it('takes back all that it has shown, as clients of the protocol send it', async () => {
    const { info, row } = await profileOf(ann);
    // Empty here, and nothing in the table: that is the same.
    expect(info).toMatchObject({ email: '', position: '', column: [] });
    expect(await save({ ...info })).toMatchObject({ code: 1, data: { info, row: { version: row.version } } });
    expect(await save({ ...info, token: 'x', refresh_token: '', nickname: 'Ann B', password: '' })).toMatchObject({
      code: 1,
      data: { info: { nickname: 'Ann B' } },
    });
  });

  it('tells who changed the same meanwhile, with the row as it is now', async () => {
    const { row } = await profileOf(ann);
    await save({ nickname: 'first' });
    const { status, json } = await server.request('POST', edit, {
      token: ann,
      body: { version: row.version, nickname: 'second' },
    });
    expect([status, json.code, (json.data['row'] as Profile['info'])['nickname']]).toEqual([200, 412, 'first']);
    expect(await save({ version: row.version, motto: 'merged' })).toMatchObject({
      code: 1,
      data: { info: { nickname: 'first', motto: 'merged' } },
    });
  });

  it('refuses versions and pages that are no numbers, and changes nothing', async () => {
    const before = await profileOf(ann);
    for (const version of [{ toString: 1 }, [1], [], true])
      expect(await errorsOf({ version, nickname: 'other' }), JSON.stringify(version)).toHaveProperty('version');
    expect(await profileOf(ann)).toEqual(before);
    for (const query of ['page[a]=1', 'limit[x]=1', 'page[toString]=1', 'limit[][a]=1']) {
      const { status, json } = await server.request('GET', `${log}?${query}`, { token: ann });
      expect([status, json.code], query).toEqual([200, 0]);
    }
  });

  it('refuses the id of anybody else like one that does not exist', async () => {
    const before = await server.app.gate.rows('admin').list();
    for (const foreign of [1, '1', 999_999, [1], { a: 1 }, -1, '', null, 'x']) {
      expect(await save({ id: foreign, nickname: 'Mallory' }), JSON.stringify(foreign)).toMatchObject({
        code: 0,
        msg: 'Record not found',
      });
      expect(await change({ id: foreign }), JSON.stringify(foreign)).toMatchObject({
        code: 0,
        msg: 'Record not found',
      });
    }
    expect(await server.app.gate.rows('admin').list()).toEqual(before);
  });

  it('gives nobody another name, group, status or right', async () => {
    const before = await server.app.gate.rows('admin').get(id);
    for (const [name, value] of [
      ['username', 'root'],
      ['group_ids', [1]],
      ['status', 0],
    ] as const) {
      expect(await errorsOf({ [name]: value })).toEqual({ [name]: "You can't change this field" });
      expect(await errorsOf({ [name]: value }, await server.signIn())).toEqual(
        name === 'group_ids' ? undefined : { [name]: "You can't change this field" },
      );
    }
    expect(await errorsOf({ is_super: 1 })).toHaveProperty('is_super');
    await save({ last_login_ip: '1.1.1.1', last_login_time: 1 });
    expect(await errorsOf({ session_number: 9 })).toEqual({ session_number: 'There is no field “session_number”' });
    expect(await server.app.gate.rows('admin').get(id)).toEqual(before);
  });

  it('changes the password of who knows the old one, ends every other session and goes on in this', async () => {
    const [stored, elsewhere] = [await session(true), await session(true)];
    const { code, data } = await change({}, stored.token);
    expect(code).toBe(1);
    const { token, refreshToken } = data as unknown as Tokens;
    expect(await Promise.all([token, stored.token, elsewhere.token, ann].map(isIn))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const renew = async (with_: string) =>
      (await server.request('POST', '/api/common/refreshToken', { body: { refresh_token: with_ } })).json.code;
    expect([await renew(stored.refreshToken), await renew(elsewhere.refreshToken), await renew(refreshToken)]).toEqual([
      0, 0, 1,
    ]);
    expect([(await signIn(secret)).code, (await signIn(newSecret)).code]).toEqual([0, 1]);
  });

  it('gives a session that was not to be kept no refresh token', async () => {
    expect((await change({})).data).toMatchObject({ refreshToken: '', refresh_token: '' });
  });

  it('names what is wrong with the passwords, and changes nothing', async () => {
    const required = 'This field is required';
    expect(await errorsOf({ password: newSecret })).toEqual({ oldPassword: required });
    expect(await errorsOf({ password: 'short', oldPassword: '' })).toMatchObject({
      oldPassword: required,
      password: expect.stringContaining('6 to 32') as string,
    });
    expect(await errorsOf({ password: 'Iloveyou', oldPassword: secret })).toHaveProperty('password');
    expect(await errorsOf({ password: secret, oldPassword: secret })).toEqual({
      password: 'Choose a password that is different from the old one',
    });
    for (const oldPassword of ['wrong-one', 'x'.repeat(33)])
      expect(await errorsOf({ password: newSecret, oldPassword })).toEqual({
        oldPassword: "This isn't your current password",
      });
    for (const oldPassword of [['a'], { a: 1 }, 7, null, true])
      expect(await errorsOf({ password: newSecret, oldPassword })).toEqual({ oldPassword: required });
    for (const odd of [['abcdefg'], { a: 1 }, 1234567, true])
      expect(await errorsOf({ password: odd, oldPassword: secret })).toHaveProperty('password');
    expect(await errorsOf({ password: newSecret, oldPassword: secret, email: 'nowhere' })).toHaveProperty('email');
    expect([await isIn(ann), (await signIn(secret)).code]).toEqual([true, 1]);
  });

  it('counts a wrong old password like a failed sign-in, and locks both', async () => {
    for (let tries = 0; tries < 10; tries += 1) await errorsOf({ password: newSecret, oldPassword: 'wrong-one' });
    expect(await change({})).toMatchObject({ code: 0, msg: 'Too many attempts. Please try again in 15 minutes' });
    expect(await signIn(secret)).toMatchObject({ code: 0, msg: 'Too many attempts. Please try again in 15 minutes' });
    expect(await save({ nickname: 'Still me' })).toMatchObject({ code: 1 });
    clock += 901;
    expect(await change({})).toMatchObject({ code: 1 });
  });

  it('counts guesses that come at once', async () => {
    const answers: string[] = [];
    // A few at a time are looked at, the rest is refused at once; so they come again until the account is locked.
    while (!answers.some((msg) => msg.includes('15 minutes')))
      answers.push(
        ...(
          await Promise.all(
            Array.from({ length: 25 }, (_, at) => save({ password: newSecret, oldPassword: `wrong-${at}` })),
          )
        ).map(({ msg }) => msg),
      );
    expect(answers.filter((msg) => msg === "This isn't your current password")).toHaveLength(10);
  });

  it('keeps passwords out of the log of administrators', async () => {
    await save({ password: newSecret, oldPassword: secret, motto: 'hi' });
    const entries = () =>
      server.app.gate.rows('admin_log').list({ admin_id: id, url: '/admin/routine.AdminInfo/edit' });
    await expect.poll(async () => (await entries()).length).toBe(1);
    expect((await entries())[0]).toMatchObject({
      title: '个人资料-编辑',
      data: '{"password":"***","oldPassword":"***","motto":"hi"}',
    });
  });

  it('shows everybody their own log page by page, and nobody’s else', async () => {
    const root = await server.signIn();
    await save({ nickname: 'Root' }, root);
    for (const nickname of ['one', 'two', 'three']) await save({ nickname });
    // The first entry tells of signing in.
    await expect.poll(async () => (await server.app.gate.rows('admin_log').list({ admin_id: id })).length).toBe(4);
    const logOf = async (token: string, query: Record<string, unknown>) =>
      (await server.request('GET', log, { token, query })).json.data as {
        total: number;
        list: { id: number; username: string }[];
      };
    const entries = (await server.app.gate.rows('admin_log').list({ admin_id: id }, { sort: '-id' })).map(
      (entry) => entry.id,
    );
    const { total, list } = await logOf(ann, {
      limit: 2,
      page: 1,
      search: [{ field: 'username', operator: 'eq', val: 'admin' }],
    });
    expect([total, list.map((entry) => entry.id)]).toEqual([4, entries.slice(0, 2)]);
    expect((await logOf(ann, { limit: 2, page: 2 })).list).toMatchObject([
      { id: entries[2], username, title: 'My profile-Edit' },
      { id: entries[3], title: 'Sign in' },
    ]);
    expect(new Set((await logOf(root, {})).list.map((entry) => entry.username))).toEqual(new Set(['admin']));
  });

  it('stands in the menu of who owns its node, and is open to the others', async () => {
    const entries = async (token: string) => {
      const menus = JSON.stringify(
        (await server.request('GET', '/api/admin/Index/index', { token })).json.data['menus'],
      );
      return [...menus.matchAll(/"type":"menu","title":"([^"]*)","name":"routine\/adminInfo".*?"extend":"(\w+)"/g)].map(
        ([, title, extend]) => [title, extend],
      );
    };
    expect([await entries(ann), await entries(await server.signIn())]).toEqual([
      [['My profile', 'add_rules_only']],
      [['My profile', 'none']],
    ]);
    const chinese = await server.request('GET', '/api/admin/Index/index', {
      token: await server.signIn(),
      headers: { 'think-lang': 'zh-cn' },
    });
    expect(chinese.text).toMatch(/"title":"常规管理".*"title":"系统配置".*"title":"个人资料"/);
  });
});
