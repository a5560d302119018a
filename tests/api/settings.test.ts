import { expect, it } from 'vitest';
import { f, settings } from '#resource';
import { definePlugin, type PluginHost } from '#plugin';
import { eachDatabase } from '../support/databases.ts';
import {
  canary,
  groupsOf,
  personWith,
  saveSettings,
  settingsEdit,
  settingsIndex,
  settingsServers,
  siteOf,
} from '../support/settingsPage.ts';

const shop = settings('shop', {
  shop_fee: f.money({ default: '1.00', label: 'Fee' }),
  shop_key: f.text({ secret: true }),
});
declare module '#resource' {
  interface SettingsGroups {
    shop: typeof shop;
  }
}

eachDatabase((_name, _open, place) => {
  const { servers, serve } = settingsServers(place);

  it('answers groups, items and what the form is drawn from, in the language of who asks', async () => {
    const server = await serve();
    const token = await server.signIn();
    const { list, configGroup } = await groupsOf(server, token);
    expect(configGroup).toEqual({ basics: 'Basics', mail: 'Mail' });
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
      open_member_center: 1,
      time_zone: 'Asia/Shanghai',
      urls: [],
    });
    expect(list['basics']!.manifest.actions).toEqual(['index', 'edit']);
    const chinese = await server.request('GET', settingsIndex, { token, headers: { 'think-lang': 'zh-cn' } });
    expect(chinese.json.data['configGroup']).toEqual({ basics: '基础配置', mail: '邮件配置' });
  });

  it('is seen and changed by those only who own the nodes', async () => {
    const server = await serve();
    const nobody = await personWith(server);
    const reader = await personWith(server, 'routine/config', 'routine/config/index');
    const writer = await personWith(server, 'routine/config/index', 'routine/config/edit');
    const codes = async (token: string) => [
      (await server.request('GET', settingsIndex, { token })).json.code,
      (await saveSettings(server, token, { site_name: 'Ours' })).code,
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
      open_member_center: 0,
    };
    expect(await saveSettings(server, token, body)).toMatchObject({
      code: 1,
      msg: 'Saved. The changes are in effect now',
      data: { row: { version: 2, ...body } },
    });
    const expected = {
      siteName: '我们的站',
      siteLogo: '/logo.png',
      urls: body.urls,
      headNav: [{ title: 'Docs', url: '/docs' }],
      openMemberCenter: false,
      version: expect.stringMatching(/^v\d/),
    };
    expect(await siteOf(server)).toMatchObject(expected);
    expect((await server.request('GET', '/api/admin/Index/index', { token })).json.data['siteConfig']).toMatchObject(
      expected,
    );
    await servers.pop()!.close();
    expect(await siteOf(await serve({}, where))).toMatchObject(expected);
  });

  it('names every field that is wrong, by the rules of the kinds and the group, and changes nothing', async () => {
    const server = await serve();
    const token = await server.signIn();
    const before = await siteOf(server);
    const errors = async (body: Record<string, unknown>) =>
      ((await saveSettings(server, token, body)).data as { errors?: Record<string, string> }).errors;
    expect(
      await errors({
        site_name: 'x'.repeat(61),
        site_logo: 'javascript:alert(1)',
        time_zone: 'Mars/Olympus',
        cdn_url: 'ftp://x',
        head_nav: [{ key: '', value: '' }],
      }),
    ).toEqual({
      site_name: 'Enter at most 60 characters',
      site_logo: "The file address isn't valid",
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
      urls: "“b” isn't in a valid format",
      head_nav: "“javascript:1” isn't in a valid format",
      no_access_ip: "“1.2.3” isn't in a valid format",
    });
    expect(await errors({ smtp_port: 70_000, smtp_server: 'a b', smtp_sender_mail: 'u@x\r\nBcc: v@y' })).toHaveProperty(
      'smtp_port',
    );
    for (const [field, value] of [
      'site_name',
      'time_zone',
      'security_log_days',
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
    expect(await siteOf(server)).toEqual(before);
  });

  it('refuses names that it does not know, those of other groups, and an edit of nothing', async () => {
    const server = await serve();
    const token = await server.signIn();
    const errors = async (body: Record<string, unknown> | string) =>
      (
        (
          await server.request('POST', settingsEdit, {
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
    expect(await saveSettings(server, token, {})).toMatchObject({ code: 0, msg: 'No changes to save' });
    const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${at}`, 1]));
    for (const body of [many, { site_name: 'X', ...many }]) {
      const answer = await saveSettings(server, token, body);
      expect(Object.keys((answer.data as { errors: object }).errors)).toHaveLength(10);
      expect(JSON.stringify(answer).length).toBeLessThan(2000);
    }
    expect((await siteOf(server))['siteName']).toBe('Ai Chat');
  });

  it('shows nothing of a group to who may change it only', async () => {
    const server = await serve();
    const writer = await personWith(server, 'routine/config/edit');
    const saved = await saveSettings(server, writer, { record_number: 'ICP 9' });
    expect([saved.code, saved.data]).toEqual([1, { row: null }]);
    expect((await saveSettings(server, await server.signIn(), { site_name: 'Theirs' })).code).toBe(1);
    const { status, json } = await server.request('POST', settingsEdit, {
      token: writer,
      body: { version: 1, site_name: 'Mine' },
    });
    expect([status, json.data]).toEqual([200, { row: null }]);
    for (const method of ['GET', 'HEAD', 'PUT'])
      expect((await server.request(method, settingsEdit, { token: writer })).status).toBe(405);
  });

  it('refuses addresses with a name and a password in them', async () => {
    const server = await serve();
    const token = await server.signIn();
    const said = 'Leave the username and password out of the address: everyone would see them';
    for (const name of ['cdn_url', 'api_url', 'site_logo']) {
      for (const address of ['https://user:pw@host.example/x', 'https://user@host.example', 'https://:pw@host.example'])
        expect((await saveSettings(server, token, { [name]: address })).data, name).toEqual({
          errors: { [name]: said },
        });
    }
    expect((await saveSettings(server, token, { urls: ['https://u:p@host.example'] })).data).toEqual({
      errors: { urls: "“https://u:p@host.example” isn't in a valid format" },
    });
    expect((await saveSettings(server, token, { cdn_url: 'https://host.example/a@b' })).code).toBe(1);
  });

  it('merges edits of different settings, and tells the second of two who changed the same', async () => {
    const server = await serve();
    const token = await server.signIn();
    const { version } = (await groupsOf(server, token)).list['basics']!.row;
    expect((await saveSettings(server, token, { version, site_name: 'First' })).code).toBe(1);
    expect(await saveSettings(server, token, { version, record_number: 'ICP 1' })).toMatchObject({
      code: 1,
      data: { row: { site_name: 'First', record_number: 'ICP 1', version: version + 2 } },
    });
    const { status, json } = await server.request('POST', settingsEdit, {
      token,
      body: { version, site_name: 'Second' },
    });
    expect([status, json.code]).toEqual([200, 412]);
    expect(json.data).toMatchObject({ row: { site_name: 'First', version: version + 2 } });
    for (const wrong of [99, true, [1], { toString: 1 }])
      expect(
        (await saveSettings(server, token, { version: wrong, site_name: 'Third' })).data,
        JSON.stringify(wrong),
      ).toHaveProperty('errors.version');
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        saveSettings(
          server,
          token,
          at % 2 ? { cdn_url: `https://c${at}.example` } : { api_url: `https://a${at}.example` },
        ),
      ),
    );
    expect(many.map(({ code }) => code)).toEqual(many.map(() => 1));
    expect((await groupsOf(server, token)).list['basics']!.row).toMatchObject({
      version: version + 22,
      site_name: 'First',
      record_number: 'ICP 1',
    });
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
    expect(await saveSettings(server, token, { shop_fee: '2.5', shop_key: canary })).toMatchObject({
      code: 1,
      data: { row: { shop_fee: '2.50' } },
    });
    expect(await host.settings!('shop')).toMatchObject({ shop_fee: '2.50', shop_key: canary });
    expect(await siteOf(server)).toMatchObject({ shopFee: '2.50', siteName: 'Ai Chat' });
    expect(JSON.stringify(await siteOf(server))).not.toContain('Mail-Canary');
  });
});
