import { definePlugin, sendMail, type PluginHost, type PluginRequest, type RateLimiter, type Sessions } from '#plugin';
import { f, Invalid, Problem, table, type Caller, type FieldsOf, type Insert } from '#resource';

const customer = table('customer', {
  username: f.text({ required: true, unique: true, max: 15 }),
  email: f.email({ unique: true }),
  mobile: f.mobile({ unique: true }),
  password: f.password({ required: true }),
  status: f.bool({ default: 1 }),
  session_number: f.int({ readonly: true, default: 1 }),
  last_login_time: f.datetime({ readonly: true }),
  last_login_ip: f.text({ readonly: true }),
});

declare module '#resource' {
  interface Tables {
    customer: typeof customer;
  }
  interface Realms {
    customer: true;
  }
}

let host: PluginHost;
let sessions: Sessions;
let registrations: RateLimiter;

const customers = () => host.rows('customer', host.system);

/** People sign in by whatever they remember; one query finds it. */
async function findAccount(name: string, { rows, system }: PluginHost): Promise<number | undefined> {
  const email = name.includes('@') ? name.toLowerCase() : name;
  const found = await rows('customer', system).list({ or: [{ username: name }, { email }, { mobile: name }] });
  return found[0]?.id;
}

/** A program asks for a security check once, then registers: at most five accounts an hour from one address. */
async function register({ caller, body }: PluginRequest) {
  await host.captcha.assertSolved(caller, 'customer.register', body);
  await registrations.consume(caller);
  const { username, password } = body;
  const added = await customers().add({ username, password, email: addressIn(body) } as Insert<FieldsOf<'customer'>>);
  return sessions.create(caller, added.id, { keep: true });
}

/** The answer is the same, and comes as fast, whether there is such an account or not: the mail follows it. */
async function sendCode({ caller, body }: PluginRequest): Promise<void> {
  const email = addressIn(body);
  const code = await host.codes.create(caller, { purpose: 'customer.reset', target: email });
  setImmediate(() => {
    deliver(email, code, caller.language).catch((error: unknown) => host.log(`no code was sent: ${String(error)}`));
  });
}

async function deliver(email: string, code: string, language: Caller['language']): Promise<void> {
  if ((await customers().count({ email })) === 0) return;
  const subject = { 'zh-cn': '您的验证码', en: 'Your code' }[language];
  const text = { 'zh-cn': `验证码：${code}，十分钟内有效。`, en: `Your code is ${code}, for ten minutes.` }[language];
  await host.mail.send({ to: email, subject, text });
}

/** A new password ends every session of the account. */
async function resetPassword({ caller, body }: PluginRequest): Promise<void> {
  const email = addressIn(body);
  await host.codes.check(caller, { purpose: 'customer.reset', target: email }, body['code']);
  const [found] = await customers().list({ email });
  if (!found) throw new Problem('session:codeWrong');
  await customers().edit(found.id, { password: body['password'] as string });
}

/** Who has just given the password may change what it is reset by. */
async function verify({ caller, body }: PluginRequest) {
  await sessions.checkPassword(caller, body['password']);
  return { proof: await sessions.prove(caller, 'change-email') };
}

async function changeEmail({ caller, body }: PluginRequest): Promise<void> {
  const email = addressIn(body);
  await sessions.assertProved(caller, 'change-email', body['proof']);
  await customers().edit(caller.id, { email });
}

function addressIn({ email }: PluginRequest['body']): string {
  if (typeof email === 'string' && email.includes('@')) return email.toLowerCase();
  throw new Invalid({ email: { key: 'validate:email' } });
}

const post = { method: 'POST', node: 'everyone' } as const;

export default definePlugin({
  name: 'customers',
  jobs: [sendMail],
  resources: [customer.resource({ path: 'shop/customer' })],
  realms: [
    {
      name: 'customer',
      base: '/customer',
      tokenHeader: 'x-customer-token',
      refreshed: 'customer-refresh',
      signInPage: { routePath: '/customer/login', routeName: 'customerLogin' },
      startPage: { routePath: '/customer', routeName: 'customer' },
      start: '/customer/session/index',
      accounts: 'customer',
      findAccount,
    },
  ],
  routes: [
    { ...post, url: '/customer/session/add', handler: ({ caller, body }) => sessions.signIn(caller, body) },
    {
      ...post,
      url: '/customer/session/end',
      handler: ({ caller, body }) => sessions.end(caller, body['refresh_token']),
    },
    { ...post, url: '/customer/account/register', handler: register },
    { ...post, url: '/customer/account/code', handler: sendCode },
    { ...post, url: '/customer/account/reset', handler: resetPassword },
    { ...post, url: '/customer/account/verify', node: 'signed-in', handler: verify },
    { ...post, url: '/customer/account/email', node: 'signed-in', handler: changeEmail },
    {
      ...post,
      url: '/customer/session/others',
      node: 'signed-in',
      handler: ({ caller }: { caller: Caller }) => sessions.endAll(caller.id, { except: caller }),
    },
    { method: 'GET', url: '/customer/account/me', node: 'signed-in', handler: ({ caller }) => caller.username },
  ],
  start(given) {
    host = given;
    sessions = host.sessions('customer');
    registrations = host.rateLimiter({ key: 'register', max: 5, timeWindow: 3_600_000 });
  },
});
