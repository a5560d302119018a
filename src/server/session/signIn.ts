import { setTimeout as sleep } from 'node:timers/promises';
import { Code, Invalid, Problem, type Caller, type Message } from '#resource';
import type { Route, RouteRequest } from '../http/route.ts';
import { beginningOf } from '../security/securityEvent.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import { proofNeeded, type Attempts, type Charge, type Proof, type Standing, type Who } from './attempts.ts';
import type { ClickCaptcha } from './captcha/captcha.ts';
import { isWork } from './captcha/work.ts';
import type { Devices } from './devices.ts';
import type { QueuePlace } from '../shared/fairQueue.ts';
import type { Passwords, Rank } from './passwords.ts';
import { placeOf } from '../shared/placeOf.ts';
import type { TokenPair, Tokens } from './tokens.ts';
import type { Gate } from '../table/gate.ts';
import { attemptName, type Account, type AccountRows, type Identity, type Realm } from '../realms/realm.ts';

export interface SignInParts {
  readonly gate: Gate;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly captcha: ClickCaptcha;
  readonly devices: Devices;
  readonly events: SecurityLog;
  /** Unix seconds. */
  now(): number;
  /** Told of whoever has signed in. */
  signedIn(account: { readonly realm: string; readonly id: number; readonly username: string }): void;
}

/** What an attempt to sign in works with. */
interface SignIn extends SignInParts {
  readonly realm: Realm;
}

/** Signing in to a realm and out of it (protocol §2.1). */
export function signInRoutes(given: SignInParts, realm: Realm): Route[] {
  const parts: SignIn = { ...given, realm };
  const open = { node: 'everyone' } as const;
  return [
    { ...open, method: 'GET', url: realm.signIn, handler: (request) => askLogin(parts, request) },
    {
      ...open,
      method: 'POST',
      url: realm.signIn,
      success: 'session:signedIn',
      handler: (request) => signIn(parts, request),
    },
    {
      ...open,
      method: 'POST',
      url: realm.signOut,
      success: 'session:signedOut',
      handler: (request) => signOut(parts, request),
    },
  ];
}

async function askLogin(
  { attempts, passwords, realm }: SignIn,
  { caller }: RouteRequest,
): Promise<{ captcha: boolean }> {
  refuseSignedIn(realm, caller);
  return { captcha: passwords.isCrowded() || (await attempts.needsProof(caller.ip)) };
}

function refuseSignedIn({ name, startPage }: Realm, caller: Caller): void {
  if (caller.realm === name)
    throw new Problem('session:alreadyIn', {}, { code: Code.redirect, data: { ...startPage, type: 'logged in' } });
}

/** What is known of an attempt when its password is looked at. */
interface Attempt {
  readonly who: Who;
  readonly account: Account | undefined;
  readonly standing: Standing;
  readonly proof: Proof | undefined;
}

async function signIn(parts: SignIn, request: RouteRequest): Promise<unknown> {
  const { caller, body } = request;
  refuseSignedIn(parts.realm, caller);
  const { username, password } = readCredentials(body);
  const account = await parts.realm.findByName(username);
  const device = account && (await parts.devices.known(body['deviceTokens'], parts.realm.name, account.id));
  const who: Who = {
    username: attemptName(parts.realm, account?.username ?? username.toLowerCase()),
    ip: caller.ip,
    device,
  };
  const tried: Caller = {
    ...caller,
    realm: parts.realm.name,
    username: account?.username ?? beginningOf(username.toLowerCase()),
  };
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
  parts: SignIn,
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
  parts: SignIn,
  attempt: Attempt,
  password: string,
  request: RouteRequest,
  tried: Caller,
): Promise<unknown> {
  const { who, account, standing } = attempt;
  const place = placeFor(parts, attempt);
  try {
    const charge = await parts.attempts.begin(who, standing.isKnown, attempt.proof);
    const identity = await check(parts, attempt, password, place, charge);
    if (account && identity) return await welcome(parts, attempt, account, identity, request);
    parts.attempts.failed(who);
    parts.events.note({ kind: 'sign_in', outcome: 'failed', caller: tried });
    if (charge.locks) parts.events.note({ kind: 'lock', outcome: 'refused', caller: tried });
    throw new Problem('session:wrong', {}, { data: { captcha: charge.needsProof } });
  } finally {
    place.leave();
  }
}

/** Who finds no place has come in a crowd: newcomers show that they are none of a machine's, the others come again. */
function placeFor({ passwords }: SignIn, { who, standing, proof }: Attempt): QueuePlace {
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
  { attempts, gate, passwords, realm }: SignIn,
  { who, account, standing }: Attempt,
  password: string,
  place: QueuePlace,
  { wait }: Charge,
): Promise<Identity | undefined> {
  try {
    if (wait > 0) await sleep(wait * 1000);
    const hash = account && (await gate.secret(gate.models.get(realm.accounts)!, account.id, 'password'));
    const isRight = await passwords.verify(place, password, hash);
    return account && isRight ? await realm.identityOf(account.id) : undefined;
  } catch (error) {
    await attempts.abandoned(who, standing.isKnown);
    throw error;
  }
}

async function welcome(
  parts: SignIn,
  { who, standing }: Attempt,
  account: Account,
  identity: Identity,
  request: RouteRequest,
): Promise<unknown> {
  const { caller, body } = request;
  const { realm } = parts;
  const failures = await parts.attempts.succeeded(who, standing.isKnown);
  const pair = await parts.tokens.issue(
    { realm: realm.name, accountId: account.id, number: account.sessionNumber },
    isYes(body['keep']),
  );
  const accounts = parts.gate.rows(realm.accounts) as unknown as AccountRows;
  await accounts.edit(account.id, { last_login_time: parts.now(), last_login_ip: caller.ip });
  realm.signedIn?.(account, request);
  parts.signedIn({ realm: realm.name, id: account.id, username: account.username });
  parts.events.note({
    kind: 'sign_in',
    outcome: 'success',
    caller: { ...caller, realm: realm.name, id: account.id, username: account.username },
  });
  return {
    userInfo: { ...identity.userInfo(), ...tokensIn(pair) },
    ...realm.startPage,
    failures,
    deviceToken: await parts.devices.issue(realm.name, account.id),
  };
}

/** Both names of each token: clients of either dialect read theirs. */
export const tokensIn = ({ token, refreshToken }: TokenPair) => ({ token, refreshToken, refresh_token: refreshToken });

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

async function signOut({ tokens, events, realm }: SignIn, { token, body, caller }: RouteRequest): Promise<null> {
  const refreshToken = body['refresh_token'] ?? body['refreshToken'];
  const ended = await tokens.end(realm.name, [token, typeof refreshToken === 'string' ? refreshToken : undefined]);
  for (const id of ended) {
    // A refresh token alone makes nobody a caller, and an account that is closed has no identity.
    const username = (await realm.identityOf(id))?.username ?? `#${id}`;
    events.note({ kind: 'sign_out', outcome: 'success', caller: { ...caller, realm: realm.name, id, username } });
  }
  return null;
}
