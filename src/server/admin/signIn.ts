import { Code, dateTimeText, Invalid, Problem, type Caller, type Message } from '#resource';
import type { Audit } from '../access/audit.ts';
import type { Rights, PermissionStore } from '../access/permissionStore.ts';
import type { Route, RouteRequest } from '../http/route.ts';
import type { Attempts, Who } from '../session/attempts.ts';
import type { ClickCaptcha } from '../session/captcha/captcha.ts';
import type { Passwords } from '../session/passwords.ts';
import type { TokenPair, Tokens } from '../session/tokens.ts';
import type { Gate } from '../table/gate.ts';

export interface SignInParts {
  readonly gate: Gate;
  readonly rights: PermissionStore;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly captcha: ClickCaptcha;
  readonly audit: Pick<Audit, 'signedIn'>;
  /** Unix seconds. */
  now(): number;
}

export const signInAddress = '/admin/Index/login';
export const signOutAddress = '/admin/Index/logout';

/** Signing in and out of the back office (protocol §2.1). */
export function signInRoutes(parts: SignInParts): Route[] {
  const open = { realm: 'admin', node: 'everyone' } as const;
  return [
    { ...open, method: 'GET', url: signInAddress, handler: (request) => askLogin(parts, request) },
    {
      ...open,
      method: 'POST',
      url: signInAddress,
      success: 'session:signedIn',
      handler: (request) => signIn(parts, request),
    },
    {
      ...open,
      method: 'POST',
      url: signOutAddress,
      success: 'session:signedOut',
      handler: (request) => signOut(parts, request),
    },
  ];
}

async function askLogin({ attempts }: SignInParts, { caller }: RouteRequest): Promise<{ captcha: boolean }> {
  refuseSignedIn(caller);
  return { captcha: await attempts.needsCaptcha(caller.ip) };
}

function refuseSignedIn({ realm }: Caller): void {
  if (realm === 'admin')
    throw new Problem(
      'session:alreadyIn',
      {},
      { code: Code.redirect, data: { routePath: '/admin', routeName: 'admin', type: 'logged in' } },
    );
}

async function signIn(parts: SignInParts, request: RouteRequest): Promise<unknown> {
  const { caller, body } = request;
  refuseSignedIn(caller);
  const { username, password } = readCredentials(body);
  // Names of accounts may differ in case alone: what is tried counts for the account that it would open.
  const account = await parts.rights.findByName(username);
  const who = { username: account?.username ?? username.toLowerCase(), ip: caller.ip };
  return parts.attempts.runExclusive(who, () => decide(parts, who, password, request));
}

async function decide(parts: SignInParts, who: Who, password: string, request: RouteRequest): Promise<unknown> {
  const { caller, body } = request;
  const { needsCaptcha, isSuspect } = await parts.attempts.assertOpen(who);
  if (needsCaptcha) await assertCaptcha(parts, body);
  const account = await parts.rights.findByName(who.username);
  const model = parts.gate.models.get('admin')!;
  // Who has no account, or a disabled one, waits as long as everybody else and reads the same.
  const hash = account && (await parts.gate.secret(model, account.id, 'password'));
  const isRight = await parts.passwords.verify(password, hash, isSuspect);
  const owned = account && isRight ? await parts.rights.of(account.id) : undefined;
  if (!account || !owned) {
    await parts.attempts.failed(who);
    throw new Problem('session:wrong', {}, { data: { captcha: (await parts.attempts.assertOpen(who)).needsCaptcha } });
  }
  const failures = await parts.attempts.succeeded(who);
  const pair = await parts.tokens.issue(
    { realm: 'admin', accountId: account.id, number: account.session_number },
    isYes(body['keep']),
  );
  await parts.gate.rows('admin').edit(account.id, { last_login_time: parts.now(), last_login_ip: caller.ip });
  parts.audit.signedIn(account, signInAddress, request);
  return { userInfo: { ...adminInfo(owned), ...tokensIn(pair) }, routePath: '/admin', routeName: 'admin', failures };
}

/** Both names of each token: clients of either dialect read theirs. */
export const tokensIn = ({ token, refreshToken }: TokenPair) => ({ token, refreshToken, refresh_token: refreshToken });

/** An administrator as clients store them (specification §3); times under the names of both dialects. */
export function adminInfo({ admin, isSuper }: Rights) {
  const last = admin.last_login_time === null ? '' : dateTimeText(admin.last_login_time);
  return {
    id: admin.id,
    username: admin.username,
    nickname: admin.nickname,
    avatar: admin.avatar ?? '',
    lastlogintime: last,
    last_login_time: last,
    position: '',
    column: [],
    super: isSuper,
  };
}

const isYes = (input: unknown): boolean => input === true || input === 1 || input === '1' || input === 'true';

/** Names the field that cannot be right; nothing is looked up for it. */
function readCredentials(body: Readonly<Record<string, unknown>>): { username: string; password: string } {
  const { username, password } = body;
  const errors: Record<string, Message> = {};
  if (typeof username !== 'string' || username.trim() === '') errors['username'] = { key: 'validate:required' };
  else if (username.length > 30) errors['username'] = { key: 'validate:account' };
  if (typeof password !== 'string' || password === '') errors['password'] = { key: 'validate:required' };
  else if (password.length > 32) errors['password'] = { key: 'validate:password' };
  if (Object.keys(errors).length > 0)
    throw new Invalid(errors, { username: { key: 'login:username' }, password: { key: 'login:password' } });
  return { username: (username as string).trim(), password: password as string };
}

async function assertCaptcha(
  { captcha }: SignInParts,
  { captchaId, captchaInfo }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const data = { captcha: true };
  if (captchaId === undefined || captchaInfo === undefined || captchaInfo === '')
    throw new Problem('session:captchaNeeded', {}, { data });
  if (!(await captcha.solves(captchaId, captchaInfo, true))) throw new Problem('session:captchaWrong', {}, { data });
}

async function signOut({ tokens }: SignInParts, { token, body }: RouteRequest): Promise<null> {
  const refreshToken = body['refresh_token'] ?? body['refreshToken'];
  await tokens.end([token, typeof refreshToken === 'string' ? refreshToken : undefined]);
  return null;
}
