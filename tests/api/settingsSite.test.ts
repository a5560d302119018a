import { describe, expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { password } from '../support/server.ts';
import { canary, saveSettings, settingsEdit, settingsServers, showsTimesIn, siteOf } from '../support/settingsPage.ts';

eachDatabase((name, _open, place) => {
  const { serve } = settingsServers(place);

  it('tells everybody what was set, by the names of the specification', async () => {
    const server = await serve();
    const token = await server.signIn();
    const change = {
      site_name: 'Clear Water',
      site_logo: 'https://example.com/logo.svg',
      record_number: '京ICP备00000000号',
      business_department_id: 'D-7',
      site_version: 'v2.3.4',
      cdn_url: 'https://cdn.example.com',
      api_url: 'https://api.example.com',
      urls: ['https://example.com', 'https://example.org'],
      head_nav: [{ key: 'Help', value: '/help' }],
    };
    expect((await saveSettings(server, token, change)).code).toBe(1);
    expect(await siteOf(server)).toMatchObject({
      siteName: 'Clear Water',
      siteLogo: 'https://example.com/logo.svg',
      recordNumber: '京ICP备00000000号',
      businessDepartmentId: 'D-7',
      version: 'v2.3.4',
      cdnUrl: 'https://cdn.example.com',
      apiUrl: 'https://api.example.com',
      urls: ['https://example.com', 'https://example.org'],
      headNav: [{ title: 'Help', url: '/help' }],
    });
  });

  it('reads and shows dates in the zone that was chosen, from the next request on', async () => {
    const server = await serve();
    const token = await server.signIn();
    expect((await saveSettings(server, token, { time_zone: 'Europe/Berlin' })).code).toBe(1);
    expect(await showsTimesIn('Europe/Berlin', server, token)).toBe(true);
    expect((await siteOf(server))['timeZone']).toBe('Europe/Berlin');
  });

  it('takes the zone of the environment until somebody chooses one', async () => {
    const server = await serve({ config: { timeZone: 'Asia/Calcutta' } });
    const token = await server.signIn();
    expect((await siteOf(server))['timeZone']).toBe('Asia/Calcutta');
    expect(await showsTimesIn('Asia/Calcutta', server, token)).toBe(true);
    expect((await saveSettings(server, token, { time_zone: 'Asia/Calcutta', site_name: 'Delhi' })).code).toBe(1);
  });

  it('refuses the addresses of the list, but neither this machine nor one’s own', async () => {
    const server = await serve({ config: { trustProxy: '127.0.0.1' } });
    const token = await server.signIn();
    const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
    const own = await server.request('POST', settingsEdit, {
      token,
      body: { no_access_ip: '203.0.113.0/24' },
      ...from('203.0.113.9'),
    });
    expect(own.json.data).toMatchObject({
      errors: { no_access_ip: 'This would lock you out: your own address is 203.0.113.9' },
    });
    expect((await saveSettings(server, token, { no_access_ip: '203.0.113.0/24\n2001:db8::1\n127.0.0.0/8' })).code).toBe(
      1,
    );
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
          await server.request('POST', settingsEdit, {
            token,
            body: { no_access_ip: list },
            headers: { 'x-forwarded-for': ip },
          })
        ).json.data as { errors?: { no_access_ip: string } }
      ).errors?.no_access_ip;
    const own = 'This would lock you out: your own address is';
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
      expect(await refusalOf(list), list).toContain('would block almost everyone');
    // One's own other address, by which one was signed in last.
    expect(await refusalOf('203.0.113.0/24', '2001:db8::9')).toContain('the super administrator admin');
    const { id: group } = await gate.rows('admin_group').add({ name: 'Others', is_super: 1 });
    const { id } = await gate.rows('admin').add({ username: 'second', nickname: 'S', password, group_ids: [group] });
    expect(await refusalOf('198.51.100.0/24')).toBeUndefined();
    expect(await refusalOf('')).toBeUndefined();
    await login('second', '::ffff:198.51.100.7');
    expect(await refusalOf('198.51.100.0/24')).toBe(
      'This would lock out the super administrator second, who is signed in from ::ffff:198.51.100.7',
    );
    expect(
      (await server.request('GET', '/config.json', { headers: { 'x-forwarded-for': '198.51.100.8' } })).status,
    ).toBe(200);
    await gate.rows('admin').edit(id, { status: 0 });
    expect(await refusalOf('198.51.100.0/24')).toBeUndefined();
  });

  describe.runIf(name === 'postgres')('a second instance', () => {
    it('shows the next change at once, and takes the zone and the list of addresses within a second', async () => {
      const where = await place();
      const one = await serve({ config: { trustProxy: '127.0.0.1' } }, where);
      const other = await serve({ config: { trustProxy: '127.0.0.1' } }, where);
      const token = await one.signIn();
      expect((await siteOf(other))['siteName']).toBe('Ai Chat');
      expect(
        (
          await saveSettings(one, token, {
            site_name: 'Both',
            time_zone: 'America/New_York',
            no_access_ip: '203.0.113.9',
          })
        ).code,
      ).toBe(1);
      expect(await siteOf(other)).toMatchObject({ siteName: 'Both', timeZone: 'America/New_York' });
      expect(await showsTimesIn('America/New_York', other, token)).toBe(true);
      await expect
        .poll(
          async () =>
            (await other.request('GET', '/api/admin/Index/login', { headers: { 'x-forwarded-for': '203.0.113.9' } }))
              .status,
        )
        .toBe(403);
      expect((await saveSettings(other, token, { smtp_pass: canary })).code).toBe(1);
    });
  });
});
