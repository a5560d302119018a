import { expect } from 'vitest';
import { adminPassword, codeOf, testPlugin } from '#test';
import { member } from '../server.ts';
import { openCentre, password, Person } from './people.ts';
import { refuseClosing } from './refuseClosing.ts';

const now = { value: 1_800_000_000 };
const options = { config: { trustProxy: '127.0.0.1' as const }, now: () => now.value };
const next = 'Another-Horse 8';

testPlugin(
  'members sign in with a second step of their own, which no new password switches off',
  [member()],
  async (server) => {
    await openCentre(server);
    const ann = new Person(server, '203.0.113.1');
    const { data } = await ann.register('ann');
    // Her id is that of the first administrator: their second steps have nothing to do with one another.
    expect((data['userInfo'] as { id: number }).id).toBe(1);
    expect((await ann.get('/account/twoStep')).data).toEqual({ enabled: false, recoveryLeft: 0 });
    const secret = (await ann.post('/account/twoStepBegin', { password })).data['secret'] as string;
    const { recoveryCodes } = (await ann.post('/account/twoStepEnable', { code: codeOf(secret, now.value) })).data as {
      recoveryCodes: string[];
    };
    expect((await ann.get('/account/twoStep')).data).toEqual({ enabled: true, recoveryLeft: 10 });
    const boss = await server.signIn();
    const ofBoss = async () =>
      (await server.request('GET', '/api/admin/routine.AdminInfo/twoStep', { token: boss })).json.data;
    expect(await ofBoss()).toEqual({ enabled: false, recoveryLeft: 0 });
    const bossPost = (name: string, body: Record<string, unknown>) =>
      server.request('POST', `/api/admin/routine.AdminInfo/twoStep${name}`, { token: boss, body });
    const bossKey = (await bossPost('Begin', { password: adminPassword })).json.data['secret'] as string;
    expect((await bossPost('Enable', { code: codeOf(bossKey, now.value) })).json.code).toBe(1);

    const phone = new Person(server, '203.0.113.9');
    const enter = (more: object, secretWord = password) =>
      phone.post('/user/checkIn', {
        tab: 'login',
        username: 'ann@example.com',
        password: secretWord,
        keep: true,
        ...more,
      });
    const asked = await enter({});
    expect(asked).toMatchObject({ code: 0, data: { twoStep: true } });
    now.value += 60;
    const code = codeOf(secret, now.value);
    const entered = await enter({ code, twoStepToken: asked.data['twoStepToken'] });
    expect(entered.code).toBe(1);
    expect((await enter({ code })).data.errors).toHaveProperty('code');
    // A session that is kept goes on without a code.
    const { refreshToken } = entered.data['userInfo'] as { refreshToken: string };
    expect((await phone.post('/common/refreshToken', { refreshToken })).code).toBe(1);

    // A forgotten password is no way round it.
    now.value += 61;
    const captcha = await ann.code('user_retrieve_pwd', 'ann@example.com');
    const retrieved = { type: 'email', account: 'ann@example.com', captcha, password: next };
    expect((await ann.post('/account/retrievePassword', retrieved)).code).toBe(1);
    expect((await enter({}, next)).data).toMatchObject({ twoStep: true });
    expect((await enter({ code: recoveryCodes[0] }, next)).code).toBe(1);

    // Who has lost everything asks an administrator; of administrator 1 nothing changes.
    const reset = await server.request('POST', '/api/admin/user.user/resetTwoStep', {
      token: boss,
      body: { ids: [1] },
    });
    expect(reset.json.code).toBe(1);
    phone.token = ((await enter({}, next)).data['userInfo'] as { token: string }).token;
    expect((await phone.get('/account/twoStep')).data).toEqual({ enabled: false, recoveryLeft: 0 });
    expect(await ofBoss()).toEqual({ enabled: true, recoveryLeft: 10 });
    const [entry] = await server.app.gate
      .rows('security_log')
      .list({ kind: 'two_step', target: 'member #1' }, { sort: '-id' });
    expect(entry).toMatchObject({ username: 'admin', detail: { reset: true } });

    // It goes with a closed account.
    const again = (await phone.post('/account/twoStepBegin', { password: next })).data['secret'] as string;
    expect((await phone.post('/account/twoStepEnable', { code: codeOf(again, now.value) })).code).toBe(1);
    // The password alone does not close it.
    for (const code of [undefined, '', '000000'])
      expect((await phone.post('/account/close', { password: next, code })).data.errors).toHaveProperty('code');
    expect(await server.app.gate.rows('user').get(1)).toMatchObject({ closed: 0, two_step: 1 });
    now.value += 30;
    const closing = { password: next, code: codeOf(again, now.value) };
    // A refusal costs nobody the code, whatever it is that refuses.
    const allow = await refuseClosing(server);
    const refused = { headers: phone.headers, body: closing, mayFail: true };
    expect((await server.request('POST', '/api/account/close', refused)).json.code).toBe(0);
    await allow();
    expect((await phone.post('/account/close', closing)).code).toBe(1);
    expect(await server.app.gate.rows('user').get(1)).toMatchObject({ closed: 1, two_step: 0 });
  },
  options,
);
