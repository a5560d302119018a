import { setTimeout as sleep } from 'node:timers/promises';
import { Code, dateTimeText, Invalid, Problem, type Caller, type Message } from '#resource';
import type { Audit } from '../access/audit.ts';
import type { Rights, PermissionStore } from '../access/permissionStore.ts';
import type { Route, RouteRequest } from '../http/route.ts';
import { triedName } from '../security/securityEvent.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import { proofNeeded, type Attempts, type Charge, type Proof, type Standing, type Who } from '../session/attempts.ts';
import type { ClickCaptcha } from '../session/captcha/captcha.ts';
import { isWork } from '../session/captcha/work.ts';
import type { Devices } from '../session/devices.ts';
import type { QueuePlace } from '../fairQueue.ts';
import type { Passwords, Rank } from '../session/passwords.ts';
import { placeOf } from '../session/placeOf.ts';
import type { TokenPair, Tokens } from '../session/tokens.ts';
import type { Gate } from '../table/gate.ts';

export interface SignInParts {
  readonly gate: Gate;
  readonly rights: PermissionStore;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly captcha: ClickCaptcha;
  readonly devices: Devices;
  readonly events: SecurityLog;
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

async function askLogin({ attempts, passwords }: SignInParts, { caller }: RouteRequest): Promise<{ captcha: boolean }> {
  refuseSignedIn(caller);
  return { captcha: passwords.isCrowded() || (await attempts.needsProof(caller.ip)) };
}

function refuseSignedIn({ realm }: Caller): void {
  if (realm === 'admin')
    throw new Problem(
      'session:alreadyIn',
      {},
      { code: Code.redirect, data: { routePath: '/admin', routeName: 'admin', type: 'logged in' } },
    );
}

/** What is known of an attempt when its password is looked at. */
interface Attempt {
  readonly who: Who;
  readonly account: Account | undefined;
  readonly standing: Standing;
  readonly proof: Proof | undefined;
}
type Account = NonNullable<Awaited<ReturnType<PermissionStore['findByName']>>>;

async function signIn(parts: SignInParts, request: RouteRequest): Promise<unknown> {
  const { caller, body } = request;
  refuseSignedIn(caller);
  const { username, password } = readCredentials(body);
  // Names of accounts may differ in case alone: what is tried counts for the account that it would open.
  const account = await parts.rights.findByName(username);
  const device = account && (await parts.devices.known(body['deviceTokens'], account.id));
  const who: Who = { username: account?.username ?? username.toLowerCase(), ip: caller.ip, device };
  const tried: Caller = { ...caller, username: triedName(who.username, account !== undefined) };
  try {
    const attempt = await admit(parts, who, account, request);
    return await decide(parts, attempt, password, request, tried);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (isAsking(error)) await parts.attempts.askForProof(caller.ip);
    else if (error.key !== 'session:wrong')
      parts.events.note({
        kind: 'sign_in',
        outcome: 'refused',
        caller: tried,
        detail: { reason: error.key.replace('session:', '') },
      });
    throw error;
  }
}

const isAsking = ({ options: { data } }: Problem): boolean =>
  (data as { captcha?: boolean } | null | undefined)?.captcha === true;

/** Lets an attempt come to the check of its password; what is cheap to know is asked first. */
async function admit(
  parts: SignInParts,
  who: Who,
  account: Account | undefined,
  { caller, body }: RouteRequest,
): Promise<Attempt> {
  const claimed = claimedProof(body);
  const standing = await parts.attempts.look(who, claimed);
  const isProved =
    claimed !== undefined &&
    !standing.isKnown &&
    (await parts.captcha.solves(body['captchaId'], body['captchaInfo'], true, caller));
  if (standing.needsProof && claimed === undefined) throw proofNeeded();
  if (standing.needsProof && !isProved) throw new Problem('session:captchaWrong', {}, { data: { captcha: true } });
  return { who, account, standing, proof: isProved ? claimed : undefined };
}

function claimedProof({ captchaId, captchaInfo }: Readonly<Record<string, unknown>>): Proof | undefined {
  if (captchaId === undefined || captchaInfo === undefined || captchaInfo === '') return undefined;
  return isWork(captchaId) ? 'work' : 'picture';
}

async function decide(
  parts: SignInParts,
  attempt: Attempt,
  password: string,
  request: RouteRequest,
  tried: Caller,
): Promise<unknown> {
  const { who, account, standing } = attempt;
  const place = placeFor(parts, attempt);
  try {
    const charge = await parts.attempts.begin(who, standing.isKnown, attempt.proof);
    const owned = await check(parts, attempt, password, place, charge);
    if (account && owned) return await welcome(parts, attempt, account, owned, request);
    parts.attempts.failed(who);
    parts.events.note({ kind: 'sign_in', outcome: 'failed', caller: tried });
    if (charge.locks) parts.events.note({ kind: 'lock', outcome: 'refused', caller: tried });
    throw new Problem('session:wrong', {}, { data: { captcha: charge.needsProof } });
  } finally {
    place.leave();
  }
}

/** Who finds no place has come in a crowd: newcomers show that they are none of a machine's, the others come again. */
function placeFor({ passwords }: SignInParts, { who, standing, proof }: Attempt): QueuePlace {
  const rank = rankOf(standing, proof);
  const place = passwords.enter(rank, standing.isKnown ? who.username : placeOf(who.ip));
  if (place) return place;
  throw rank === 'clean' || rank === 'suspect' ? proofNeeded() : new Problem('session:crowded', {}, { status: 429 });
}

function rankOf({ isKnown, isSuspect }: Standing, proof: Proof | undefined): Rank {
  if (isKnown) return 'known';
  if (proof) return proof === 'picture' ? 'solved' : 'worked';
  return isSuspect ? 'suspect' : 'clean';
}

/** The rights of the account when the password is its own; who has no account, or a disabled one, waits as long as everybody else. */
async function check(
  { attempts, gate, passwords, rights }: SignInParts,
  { who, account, standing }: Attempt,
  password: string,
  place: QueuePlace,
  { wait }: Charge,
): Promise<Rights | undefined> {
  try {
    if (wait > 0) await sleep(wait * 1000);
    const hash = account && (await gate.secret(gate.models.get('admin')!, account.id, 'password'));
    const isRight = await passwords.verify(place, password, hash);
    return account && isRight ? await rights.of(account.id) : undefined;
  } catch (error) {
    await attempts.abandoned(who, standing.isKnown);
    throw error;
  }
}

async function welcome(
  parts: SignInParts,
  { who, standing }: Attempt,
  account: Account,
  owned: Rights,
  request: RouteRequest,
): Promise<unknown> {
  const { caller, body } = request;
  const failures = await parts.attempts.succeeded(who, standing.isKnown);
  const pair = await parts.tokens.issue(
    { realm: 'admin', accountId: account.id, number: account.session_number },
    isYes(body['keep']),
  );
  await parts.gate.rows('admin').edit(account.id, { last_login_time: parts.now(), last_login_ip: caller.ip });
  parts.audit.signedIn(account, signInAddress, request);
  parts.events.note({
    kind: 'sign_in',
    outcome: 'success',
    caller: { ...caller, id: account.id, username: account.username },
  });
  return {
    userInfo: { ...adminInfo(owned), ...tokensIn(pair) },
    routePath: '/admin',
    routeName: 'admin',
    failures,
    deviceToken: await parts.devices.issue(account.id),
  };
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

async function signOut({ tokens, events }: SignInParts, { token, body, caller }: RouteRequest): Promise<null> {
  const refreshToken = body['refresh_token'] ?? body['refreshToken'];
  await tokens.end([token, typeof refreshToken === 'string' ? refreshToken : undefined]);
  if (caller.realm === 'admin') events.note({ kind: 'sign_out', outcome: 'success', caller });
  return null;
}
