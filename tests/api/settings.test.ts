import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { f, settings } from '#resource';
import { definePlugin, type PluginHost } from '#plugin';
import { eachDatabase, type Place } from '../support/databases.ts';
import { password, startServer, type ServerOptions, type TestServer } from '../support/server.ts';

const index = '/api/admin/routine.Config/index';
const edit = '/api/admin/routine.Config/edit';
const canary = 'Mail-Canary <&> 5518';

interface Item {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
  readonly rule: string;
}
interface Shown {
  readonly title: string;
  readonly list: readonly Item[];
  readonly row: Readonly<Record<string, unknown>> & { readonly version: number };
  readonly manifest: {
    readonly actions: readonly string[];
    readonly fields: Readonly<Record<string, { readonly label: string; readonly readable: boolean }>>;
  };
}

const shop = settings('shop', {
  shop_fee: f.money({ default: '1.00', label: 'Fee' }),
  shop_key: f.text({ secret: true }),
});
declare module '#resource' {
  interface SettingsGroups {
    shop: typeof shop;
  }
}

eachDatabase((name, _open, place) => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  const serve = async (options: ServerOptions = {}, where?: Place): Promise<TestServer> => {
    servers.push(await startServer(where ?? (await place()), options));
    return servers.at(-1)!;
  };
  const groupsOf = async (server: TestServer, token: string) =>
    (await server.request('GET', index, { token })).json.data as {
      list: Record<string, Shown>;
      configGroup: Record<string, string>;
    };
  const site = async (server: TestServer) =>
    (await server.request('GET', '/config.json')).json as unknown as Record<string, unknown>;
  /** Whether the administrator is told in this zone when they last came. */
  async function showsTimesIn(zone: string, server: TestServer, token: string): Promise<boolean> {
    const { json } = await server.request('GET', '/api/admin/routine.AdminInfo/index', { token });
    const [admin] = await server.app.gate.rows('admin').list();
    const clock = new Date(admin!.last_login_time! * 1000).toLocaleString('sv-SE', { timeZone: zone });
    return (json.data as { info: { last_login_time: string } }).info.last_login_time === clock;
  }
  const save = async (server: TestServer, token: string, body: Record<string, unknown>) =>
    (await server.request('POST', edit, { token, body })).json;
  /** Signs in as somebody who owns these nodes. */
  async function person(server: TestServer, ...nodes: readonly string[]): Promise<string> {
    const { gate } = server.app;
    const rules = await gate.rows('admin_rule').list({ name: { in: nodes } });
    expect(rules).toHaveLength(nodes.length);
    const { id } = await gate
      .rows('admin_group')
      .add({ name: `group ${nodes.join()}`, pid: 1, rule_ids: rules.map((rule) => rule.id) });
    const username = `p${nodes.length}_${id}`;
    await gate.rows('admin').add({ username, nickname: username, password: 'Person-1', group_ids: [id] });
    return server.signIn(username, 'Person-1');
  }

  it('answers groups, items and what the form is drawn from, in the language of who asks', async () => {
    const server = await serve();
    const token = await server.signIn();
    const { list, configGroup } = await groupsOf(server, token);
    expect(configGroup).toEqual({ basics: 'Basics', upload: 'Upload', mail: 'Mail' });
    expect(list['basics']!.list[0]).toMatchObject({
      name: 'site_name',
      group: 'basics',
      title: 'Site name',
      type: 'string',
      value: 'Ai Chat',
      rule: 'required',
      content: '',
      allow_del: 0,
    });
    expect(list['mail']!.list.find((item) => item.name === 'smtp_verification')).toMatchObject({
      type: 'radio',
      content: { SSL: 'SSL', TLS: 'TLS' },
      value: 'SSL',
    });
    expect(list['basics']!.row).toMatchObject({
      version: 1,
      site_name: 'Ai Chat',
      open_member_center: 0,
      time_zone: 'Asia/Shanghai',
      urls: [],
    });
    expect(list['basics']!.manifest.actions).toEqual(['index', 'edit']);
    const chinese = await server.request('GET', index, { token, headers: { 'think-lang': 'zh-cn' } });
    expect(chinese.json.data['configGroup']).toEqual({ basics: '基础配置', upload: '上传配置', mail: '邮件配置' });
  });

  it('is seen and changed by those only who own the nodes', async () => {
    const server = await serve();
    const nobody = await person(server);
    const reader = await person(server, 'routine/config', 'routine/config/index');
    const writer = await person(server, 'routine/config/index', 'routine/config/edit');
    const codes = async (token: string) => [
      (await server.request('GET', index, { token })).json.code,
      (await save(server, token, { site_name: 'Ours' })).code,
    ];
    expect(await codes(nobody)).toEqual([401, 401]);
    expect(await codes(reader)).toEqual([1, 401]);
    expect((await groupsOf(server, reader)).list['basics']!.manifest.actions).toEqual(['index']);
    expect(await codes(writer)).toEqual([1, 1]);
    const { json } = await server.request('GET', '/api/admin/Index/index', { token: reader });
    expect(JSON.stringify(json.data['menus'])).toContain('"path":"routine/config"');
  });

  it('is in effect at once: on the site, at the next start of the back office, after a restart', async () => {
    const where = await place();
    const server = await serve({}, where);
    const token = await server.signIn();
    const body = {
      site_name: '我们的站',
      site_logo: '/logo.png',
      urls: ['https://a.example', 'https://b.example'],
      head_nav: [{ key: 'Docs', value: '/docs' }],
      open_member_center: 1,
    };
    expect(await save(server, token, body)).toMatchObject({
      code: 1,
      msg: 'Saved; it is in effect now',
      data: { row: { version: 2, ...body } },
    });
    const expected = {
      siteName: '我们的站',
      siteLogo: '/logo.png',
      urls: body.urls,
      headNav: [{ title: 'Docs', url: '/docs' }],
      openMemberCenter: true,
      version: expect.stringMatching(/^v\d/),
    };
    expect(await site(server)).toMatchObject(expected);
    expect((await server.request('GET', '/api/admin/Index/index', { token })).json.data['siteConfig']).toMatchObject(
      expected,
    );
    await servers.pop()!.close();
    expect(await site(await serve({}, where))).toMatchObject(expected);
  });

  it('tells everybody how to upload', async () => {
    const server = await serve();
    expect(await site(server)).toMatchObject({
      upload: {
        mode: 'local',
        url: '',
        params: {},
        savename: '/storage/{topic}/{year}{mon}{day}/{filename}{filesha1}{.suffix}',
        maxsize: 10_485_760,
        mimetype: expect.stringContaining('jpg,png'),
        cdn: '',
      },
    });
    const token = await server.signIn();
    const upload = {
      upload_mode: 'alioss',
      upload_url: 'https://oss.example/up',
      upload_params: [{ key: 'policy', value: 'x' }],
      upload_mimetype: '*',
      upload_maxsize: '2048',
      upload_cdn: 'https://cdn.example',
    };
    expect((await save(server, token, upload)).code).toBe(1);
    expect(await site(server)).toMatchObject({
      upload: {
        mode: 'alioss',
        url: 'https://oss.example/up',
        params: { policy: 'x' },
        maxsize: 2048,
        mimetype: '*',
        cdn: 'https://cdn.example',
      },
    });
  });

  it('names every field that is wrong, by the rules of the kinds and the group, and changes nothing', async () => {
    const server = await serve();
    const token = await server.signIn();
    const before = await site(server);
    const errors = async (body: Record<string, unknown>) =>
      ((await save(server, token, body)).data as { errors?: Record<string, string> }).errors;
    expect(
      await errors({
        site_name: 'x'.repeat(61),
        site_logo: 'javascript:alert(1)',
        time_zone: 'Mars/Olympus',
        cdn_url: 'ftp://x',
        head_nav: [{ key: '', value: '' }],
      }),
    ).toEqual({
      site_name: 'At most 60 characters',
      site_logo: 'The address of the file is not correct',
      time_zone: 'Please choose one of the options',
      cdn_url: 'URL format error',
      head_nav: 'Every line needs a name',
    });
    expect(
      await errors({
        urls: ['https://a.example', 'b'],
        head_nav: [{ key: 'x', value: 'javascript:1' }],
        no_access_ip: '10.0.0.0/8\n1.2.3',
      }),
    ).toEqual({
      urls: '“b” has a wrong format',
      head_nav: '“javascript:1” has a wrong format',
      no_access_ip: '“1.2.3” has a wrong format',
    });
    expect(await errors({ smtp_port: 70_000, smtp_server: 'a b', smtp_sender_mail: 'u@x\r\nBcc: v@y' })).toHaveProperty(
      'smtp_port',
    );
    for (const [field, value] of [
      'site_name',
      'time_zone',
      'upload_maxsize',
      'site_logo',
      'smtp_pass',
      'open_member_center',
    ].flatMap(
      (each) =>
        [
          [each, []],
          [each, {}],
        ] as const,
    )) {
      expect(await errors({ [field]: value }), `${field} ${JSON.stringify(value)}`).toHaveProperty(field);
    }
    expect(await errors({ upload_mode: 'alioss' })).toEqual({ upload_url: 'This field is required' });
    for (const savename of ['/../x{filesha1}', 'x', '/{year', '//x', '/a/{nothing}'])
      expect(await errors({ upload_savename: savename }), savename).toHaveProperty('upload_savename');
    for (const types of ['jpg,', 'a b', 'image/*;x'])
      expect(await errors({ upload_mimetype: types }), types).toHaveProperty('upload_mimetype');
    expect(await site(server)).toEqual(before);
  });

  it('refuses names that it does not know, those of other groups, and an edit of nothing', async () => {
    const server = await serve();
    const token = await server.signIn();
    const errors = async (body: Record<string, unknown> | string) =>
      (
        (
          await server.request('POST', edit, {
            token,
            body,
            ...(typeof body === 'string' && { headers: { 'content-type': 'application/json' } }),
          })
        ).json.data as { errors?: unknown } | null
      )?.errors;
    expect(await errors({ nothing: 1 })).toEqual({ nothing: 'There is no field “nothing”' });
    expect(await errors({ site_name: 'X', smtp_port: 25, constructor: 1 })).toEqual({
      smtp_port: 'There is no field “smtp_port”',
      constructor: 'There is no field “constructor”',
    });
    expect(Object.keys(((await errors('{"site_name":"X","__proto__":{"a":1}}')) ?? {}) as object)).not.toContain(
      'site_name',
    );
    expect(await save(server, token, {})).toMatchObject({ code: 0, msg: 'There is nothing to save' });
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${at}`, 1]));
    for (const body of [many, { site_name: 'X', ...many }]) {
      const answer = await save(server, token, body);
      expect(Object.keys((answer.data as { errors: object }).errors)).toHaveLength(10);
      expect(JSON.stringify(answer).length).toBeLessThan(2000);
    }
    expect((await site(server))['siteName']).toBe('Ai Chat');
  });

  it('takes a secret and never gives it away: not to callers, nor to the log, nor to who has the database', async () => {
    const host: { settings?: PluginHost['settings'] } = {};
    const plugin = definePlugin({ name: 'mailer', start: (given) => void (host.settings = given.settings) });
    const where = await place();
    const server = await serve({ plugins: [plugin] }, where);
    const token = await server.signIn();
    const answers: string[] = [];
    const ask = async (method: string, url: string, body?: Record<string, unknown>) => {
      answers.push((await server.request(method, url, { token, ...(body && { body }) })).text);
    };
    await ask('POST', edit, { smtp_user: 'u', smtp_pass: canary });
    await ask('POST', edit, { smtp_user: 'v', smtp_pass: '' });
    await ask('POST', edit, { smtp_user: 'w' });
    await ask('POST', edit, { smtp_pass: canary, smtp_port: 'x' });
    await ask('POST', edit, { smtp_user: 'late', version: 1 });
    await ask('GET', index);
    await ask('GET', '/config.json');
    await ask('GET', '/api/admin/Index/index');
    await expect
      .poll(async () => (await server.app.gate.rows('admin_log').list({ url: '/admin/routine.Config/edit' })).length)
      .toBe(3);
    const { rows } = await sql`SELECT * FROM setting`.execute(server.app.database.read);
    expect(JSON.stringify(rows)).toContain('smtp_pass');
    const noted = await server.app.gate.rows('admin_log').list();
    expect(noted.map(({ data }) => data)).toContainEqual({ smtp_user: 'u', smtp_pass: '***' });
    for (const text of [...answers, JSON.stringify([rows, noted]), ...server.logged])
      expect(text).not.toContain('Mail-Canary');
    expect((await groupsOf(server, token)).list['mail']!.list.find((item) => item.name === 'smtp_pass')).toMatchObject({
      type: 'password',
      value: '',
    });
    expect(await host.settings!('mail')).toMatchObject({ smtp_user: 'w', smtp_pass: canary, smtp_port: 465 });
    expect(readFileSync(join(where.dataDir, 'secret.key'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('takes a secret away that is sent as null, and leaves it where it is sent empty', async () => {
    const host: { settings?: PluginHost['settings'] } = {};
    const server = await serve({
      plugins: [definePlugin({ name: 'mailer', start: (given) => void (host.settings = given.settings) })],
    });
    const token = await server.signIn();
    const kept = async (body: Record<string, unknown>) => {
      expect((await save(server, token, body)).code).toBe(1);
      return (await host.settings!('mail')).smtp_pass;
    };
    expect([
      await kept({ smtp_pass: canary }),
      await kept({ smtp_pass: '', smtp_user: 'x' }),
      await kept({ smtp_pass: '  ' }),
      await kept({ smtp_pass: null }),
    ]).toEqual([canary, canary, canary, null]);
  });

  it('asks for the password again before it goes to another mail server', async () => {
    const host: { settings?: PluginHost['settings'] } = {};
    const server = await serve({
      plugins: [definePlugin({ name: 'mailer', start: (given) => void (host.settings = given.settings) })],
    });
    const token = await server.signIn();
    const codeOf = async (body: Record<string, unknown>) => (await save(server, token, body)).code;
    expect(await codeOf({ smtp_server: 'smtp.ours.example' })).toBe(1);
    expect(await codeOf({ smtp_pass: canary })).toBe(1);
    for (const elsewhere of [
      { smtp_server: 'smtp.evil.example' },
      { smtp_server: null },
      { smtp_port: 2525 },
      { smtp_server: 'smtp.evil.example', smtp_pass: '' },
    ]) {
      expect((await save(server, token, elsewhere)).data).toEqual({
        errors: { smtp_pass: 'Enter the password again: it would go to another server' },
      });
    }
    expect(await host.settings!('mail')).toMatchObject({ smtp_server: 'smtp.ours.example', smtp_port: 465 });
    expect(await codeOf({ smtp_server: 'smtp.ours.example', smtp_user: 'me' })).toBe(1);
    expect(await codeOf({ smtp_server: 'smtp.new.example', smtp_pass: canary })).toBe(1);
    expect(await codeOf({ smtp_server: 'smtp.other.example', smtp_pass: null })).toBe(1);
    expect(await host.settings!('mail')).toMatchObject({ smtp_server: 'smtp.other.example', smtp_pass: null });
  });

  it('shows nothing of a group to who may change it only', async () => {
    const server = await serve();
    const writer = await person(server, 'routine/config/edit');
    const saved = await save(server, writer, { record_number: 'ICP 9' });
    expect([saved.code, saved.data]).toEqual([1, { row: null }]);
    expect((await save(server, await server.signIn(), { site_name: 'Theirs' })).code).toBe(1);
    const { status, json } = await server.request('POST', edit, {
      token: writer,
      body: { version: 1, site_name: 'Mine' },
    });
    expect([status, json.data]).toEqual([200, { row: null }]);
    for (const method of ['GET', 'HEAD', 'PUT'])
      expect((await server.request(method, edit, { token: writer })).status).toBe(405);
  });

  it('refuses addresses with a name and a password in them', async () => {
    const server = await serve();
    const token = await server.signIn();
    const said = 'Leave the user name and the password out of the address: everybody would see them';
    for (const name of ['cdn_url', 'api_url', 'site_logo', 'upload_cdn']) {
      for (const address of ['https://user:pw@host.example/x', 'https://user@host.example', 'https://:pw@host.example'])
        expect((await save(server, token, { [name]: address })).data, name).toEqual({ errors: { [name]: said } });
    }
    expect((await save(server, token, { urls: ['https://u:p@host.example'] })).data).toEqual({
      errors: { urls: '“https://u:p@host.example” has a wrong format' },
    });
    expect((await save(server, token, { cdn_url: 'https://host.example/a@b' })).code).toBe(1);
  });

  it('goes on without a secret that was sealed with another key, and says so', async () => {
    const where = await place();
    const first = await serve({ config: { secretKey: '1'.repeat(64) } }, where);
    expect((await save(first, await first.signIn(), { smtp_user: 'u', smtp_pass: canary })).code).toBe(1);
    await servers.pop()!.close();
    const host: { settings?: PluginHost['settings'] } = {};
    const second = await serve(
      {
        config: { secretKey: '2'.repeat(64) },
        plugins: [definePlugin({ name: 'mailer', start: (given) => void (host.settings = given.settings) })],
      },
      where,
    );
    expect(await host.settings!('mail')).toMatchObject({ smtp_user: 'u', smtp_pass: null });
    expect(second.logged.join('')).toContain('mail.smtp_pass');
  });

  it('merges edits of different settings, and tells the second of two who changed the same', async () => {
    const server = await serve();
    const token = await server.signIn();
    const { version } = (await groupsOf(server, token)).list['basics']!.row;
    expect((await save(server, token, { version, site_name: 'First' })).code).toBe(1);
    expect(await save(server, token, { version, record_number: 'ICP 1' })).toMatchObject({
      code: 1,
      data: { row: { site_name: 'First', record_number: 'ICP 1', version: version + 2 } },
    });
    const { status, json } = await server.request('POST', edit, { token, body: { version, site_name: 'Second' } });
    expect([status, json.code]).toEqual([200, 412]);
    expect(json.data).toMatchObject({ row: { site_name: 'First', version: version + 2 } });
    for (const wrong of [99, true, [1], { toString: 1 }])
      expect(
        (await save(server, token, { version: wrong, site_name: 'Third' })).data,
        JSON.stringify(wrong),
      ).toHaveProperty('errors.version');
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        save(server, token, at % 2 ? { cdn_url: `https://c${at}.example` } : { api_url: `https://a${at}.example` }),
      ),
    );
    expect(many.map(({ code }) => code)).toEqual(many.map(() => 1));
    expect((await groupsOf(server, token)).list['basics']!.row).toMatchObject({
      version: version + 22,
      site_name: 'First',
      record_number: 'ICP 1',
    });
  });

  it('reads and shows dates in the zone that was chosen, from the next request on', async () => {
    const server = await serve();
    const token = await server.signIn();
    expect((await save(server, token, { time_zone: 'Europe/Berlin' })).code).toBe(1);
    expect(await showsTimesIn('Europe/Berlin', server, token)).toBe(true);
    expect((await site(server))['timeZone']).toBe('Europe/Berlin');
  });

  it('takes the zone of the environment until somebody chooses one', async () => {
    const server = await serve({ config: { timeZone: 'Asia/Calcutta' } });
    const token = await server.signIn();
    expect((await site(server))['timeZone']).toBe('Asia/Calcutta');
    expect(await showsTimesIn('Asia/Calcutta', server, token)).toBe(true);
    expect((await save(server, token, { time_zone: 'Asia/Calcutta', site_name: 'Delhi' })).code).toBe(1);
  });

  it('refuses the addresses of the list, but neither this machine nor one’s own', async () => {
    const server = await serve({ config: { trustProxy: '127.0.0.1' } });
    const token = await server.signIn();
    const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
    const own = await server.request('POST', edit, {
      token,
      body: { no_access_ip: '203.0.113.0/24' },
      ...from('203.0.113.9'),
    });
    expect(own.json.data).toMatchObject({ errors: { no_access_ip: 'You cannot refuse your own address 203.0.113.9' } });
    expect((await save(server, token, { no_access_ip: '203.0.113.0/24\n2001:db8::1\n127.0.0.0/8' })).code).toBe(1);
    for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1']) {
      for (const url of ['/config.json', '/api/admin/Index/login'])
        expect((await server.request('GET', url, from(ip))).status, ip).toBe(403);
    }
    for (const ip of ['203.0.114.9', '2001:db8::2', '127.0.0.1'])
      expect((await server.request('GET', '/config.json', from(ip))).status, ip).toBe(200);
  });

  it('refuses a list of addresses that would shut out whoever could take it back', async () => {
    const server = await serve({ config: { trustProxy: '127.0.0.1' } });
    const { gate } = server.app;
    const login = async (username: string, ip: string) =>
      (
        (
          await server.request('POST', '/api/admin/Index/login', {
            body: { username, password },
            headers: { 'x-forwarded-for': ip },
          })
        ).json.data['userInfo'] as { token: string }
      ).token;
    const token = await login('admin', '203.0.113.9');
    const refusalOf = async (list: string, ip = '203.0.113.9') =>
      (
        (
          await server.request('POST', edit, {
            token,
            body: { no_access_ip: list },
            headers: { 'x-forwarded-for': ip },
          })
        ).json.data as { errors?: { no_access_ip: string } }
      ).errors?.no_access_ip;
    const own = 'You cannot refuse your own address';
    for (const [list, ip] of [
      ['203.0.113.9', '203.0.113.9'],
      ['::ffff:203.0.113.9', '203.0.113.9'],
      ['203.0.113.9', '::ffff:203.0.113.9'],
      ['::ffff:203.0.113.0/120', '203.0.113.9'],
      ['10.0.0.1\n203.0.0.0/9', '203.0.113.9'],
      ['2001:db8::/32', '2001:DB8:0:0::9'],
    ] as const)
      expect(await refusalOf(list, ip), `${list} from ${ip}`).toContain(own);
    for (const list of ['0.0.0.0/0', '::/0', '::ffff:0:0/96', '8000::/1', '64.0.0.0/2'])
      expect(await refusalOf(list), list).toContain('would refuse nearly everybody');
    // One's own other address, by which one was signed in last.
    expect(await refusalOf('203.0.113.0/24', '2001:db8::9')).toContain('the super administrator admin');
    const { id: group } = await gate.rows('admin_group').add({ name: 'Others', is_super: 1 });
    const { id } = await gate.rows('admin').add({ username: 'second', nickname: 'S', password, group_ids: [group] });
    expect(await refusalOf('198.51.100.0/24')).toBeUndefined();
    expect(await refusalOf('')).toBeUndefined();
    await login('second', '::ffff:198.51.100.7');
    expect(await refusalOf('198.51.100.0/24')).toBe(
      'This would shut out the super administrator second, who is signed in from ::ffff:198.51.100.7',
    );
    expect(
      (await server.request('GET', '/config.json', { headers: { 'x-forwarded-for': '198.51.100.8' } })).status,
    ).toBe(200);
    await gate.rows('admin').edit(id, { status: 0 });
    expect(await refusalOf('198.51.100.0/24')).toBeUndefined();
  });

  it('lets a plugin add a group of its own, and names one that cannot be', async () => {
    const host: { settings?: PluginHost['settings'] } = {};
    const plugin = definePlugin({
      name: 'shop',
      settings: [
        shop.group({
          label: { 'zh-cn': '商店', en: 'Shop' },
          site: (values) => ({ shopFee: values.shop_fee, siteName: 'stolen', leak: JSON.stringify(values) }),
        }),
        settings('other', { site_name: f.text() }).group({ label: 'Other' }),
        settings('hashed', { word: f.password() }).group({ label: 'Hashed' }),
      ],
      start: (given) => void (host.settings = given.settings),
    });
    const server = await serve({ plugins: [plugin], faults: 2 });
    const token = await server.signIn();
    expect(server.app.faults.join('\n')).toMatch(/"other".*"site_name"[^]*"hashed".*secret: true/);
    expect(await save(server, token, { shop_fee: '2.5', shop_key: canary })).toMatchObject({
      code: 1,
      data: { row: { shop_fee: '2.50' } },
    });
    expect(await host.settings!('shop')).toMatchObject({ shop_fee: '2.50', shop_key: canary });
    expect(await site(server)).toMatchObject({ shopFee: '2.50', siteName: 'Ai Chat' });
    expect(JSON.stringify(await site(server))).not.toContain('Mail-Canary');
  });

  describe.runIf(name === 'postgres')('a second instance', () => {
    it('shows the next change at once, and takes the zone and the list of addresses within a second', async () => {
      const where = await place();
      const one = await serve({ config: { trustProxy: '127.0.0.1' } }, where);
      const other = await serve({ config: { trustProxy: '127.0.0.1' } }, where);
      const token = await one.signIn();
      expect((await site(other))['siteName']).toBe('Ai Chat');
      expect(
        (await save(one, token, { site_name: 'Both', time_zone: 'America/New_York', no_access_ip: '203.0.113.9' }))
          .code,
      ).toBe(1);
      expect(await site(other)).toMatchObject({ siteName: 'Both', timeZone: 'America/New_York' });
      expect(await showsTimesIn('America/New_York', other, token)).toBe(true);
      await expect
        .poll(
          async () =>
            (await other.request('GET', '/api/admin/Index/login', { headers: { 'x-forwarded-for': '203.0.113.9' } }))
              .status,
          { timeout: 2000 },
        )
        .toBe(403);
      expect((await save(other, token, { smtp_pass: canary })).code).toBe(1);
    });
  });
});
