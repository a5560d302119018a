import { setTimeout as sleep } from 'node:timers/promises';
import { Code, Invalid, Problem, type Caller, type Message } from '#resource';
import type { SignedIn } from '#plugin';
import { beginningOf } from '../security/securityEvent.ts';
import { beginSession } from './beginSession.ts';
import { proofNeeded, type Charge, type Proof, type Standing, type Who } from './attempts.ts';
import { isWork } from './captcha/work.ts';
import type { QueuePlace } from '#plugin';
import type { Rank } from './passwords.ts';
import { placeOf } from '../shared/placeOf.ts';
import type { SignIn } from './signInParts.ts';
import { passSecondStep } from './twoStep/secondStep.ts';
import { triedName, type Account, type Identity, type Realm, type SignInRequest } from '../realms/realm.ts';

export function refuseSignedIn({ name, startPage }: Realm, caller: Caller): void {
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

/** Signs in who sends the right name and password, with all that keeps others from guessing them. */
export async function signIn(parts: SignIn, request: SignInRequest): Promise<SignedIn> {
  const { caller, body } = request;
  refuseSignedIn(parts.realm, caller);
  const { username, password } = readCredentials(parts.realm, body);
  const { account, who } = await parts.turns(() => findOut(parts, username, request));
  const tried: Caller = {
    ...caller,
    realm: parts.realm.name,
    username: account?.username ?? beginningOf(username.toLowerCase()),
  };
  try {
    const attempt = await parts.turns(() => admit(parts, who, account, request));
    return await decide(parts, attempt, password, request, tried);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (isAsking(error)) await parts.turns(() => parts.attempts.askForProof(caller.ip));
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

/** Who tries, and the account that they mean, if there is one. */
async function findOut(
  parts: SignIn,
  username: string,
  request: SignInRequest,
): Promise<{ account: Account | undefined; who: Who }> {
  const { realm } = parts;
  const account = await realm.findByName(username);
  const device = account && (await parts.devices.known(request.body['deviceTokens'], realm.name, account.id));
  const who: Who = {
    username: triedName(realm, username, account),
    owner: account && `${realm.name} ${account.id}`,
    ip: request.caller.ip,
    device,
    isSignedIn: account !== undefined && (await isHalfway(parts, account, request)),
  };
  return { account, who };
}

/** Whether this goes on with an attempt whose password was right: what has to be shown before it, it has shown. */
const isHalfway = ({ realm, twoStep }: SignIn, account: Account, { body, caller }: SignInRequest): Promise<boolean> =>
  twoStep.isHalfway(body['twoStepToken'], { ...account, realm: realm.name }, caller.ip);

const isAsking = ({ options: { data } }: Problem): boolean =>
  (data as { captcha?: boolean } | null | undefined)?.captcha === true;

/** Lets an attempt come to the check of its password; what is cheap to know is asked first. */
async function admit(
  parts: SignIn,
  who: Who,
  account: Account | undefined,
  { caller, body }: SignInRequest,
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
  request: SignInRequest,
  tried: Caller,
): Promise<SignedIn> {
  const { who, account, standing } = attempt;
  const place = placeFor(parts, attempt);
  try {
    const charge = await parts.turns(() => parts.attempts.begin(who, standing.isKnown, attempt.proof));
    const identity = await check(parts, attempt, password, place, charge);
    if (account && identity) {
      await checkSecondStep(parts, attempt, account, charge, request);
      const failures = await parts.attempts.succeeded(who, standing.isKnown);
      const keep = isYes(request.body['keep']);
      return await beginSession(parts, { account, identity, failures, keep }, request);
    }
    parts.attempts.failed(who);
    parts.events.note({ kind: 'sign_in', outcome: 'failed', caller: tried });
    if (charge.locks) parts.events.note({ kind: 'lock', outcome: 'refused', caller: tried });
    throw new Problem('session:wrong', {}, { data: { captcha: charge.needsProof } });
  } finally {
    place.leave();
  }
}

/** A wrong code counts like a wrong password; to be asked for one is none. */
async function checkSecondStep(
  parts: SignIn,
  { who, standing }: Attempt,
  account: Account,
  { locks }: Charge,
  request: SignInRequest,
): Promise<void> {
  try {
    await passSecondStep(parts, account, request, who.device);
  } catch (error) {
    if (error instanceof Invalid) {
      parts.attempts.failed(who);
      const caller: Caller = { ...request.caller, realm: parts.realm.name, username: account.username };
      if (locks) parts.events.note({ kind: 'lock', outcome: 'refused', caller });
    } else await parts.attempts.abandoned(who, standing.isKnown);
    throw error;
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

/**
 * The rights of the account when the password is its own; who has no account waits as long as everybody else. That an account
 * is disabled is told after the right password only: nobody else learns that there is one.
 */
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
    if (!account || !isRight) return undefined;
    const identity = await realm.identityOf(account.id);
    if (!identity) throw new Problem('session:disabled');
    return identity;
  } catch (error) {
    await attempts.abandoned(who, standing.isKnown);
    throw error;
  }
}

/** Characters of an e-mail address, where one signs in by that too. */
const longestName = 254;

const isYes = (input: unknown): boolean => input === true || input === 1 || input === '1' || input === 'true';

/** Names the field that cannot be right; nothing is looked up for it. */
function readCredentials(
  { findAccount }: Realm,
  body: Readonly<Record<string, unknown>>,
): { username: string; password: string } {
  const { username, password } = body;
  const errors: Record<string, Message> = {};
  if (typeof username !== 'string' || username.trim() === '') errors['username'] = { key: 'validate:required' };
  else if (username.length > (findAccount ? longestName : 30)) errors['username'] = { key: 'validate:account' };
  if (typeof password !== 'string' || password === '') errors['password'] = { key: 'validate:required' };
  else if (password.length > 32) errors['password'] = { key: 'validate:password' };
  if (Object.keys(errors).length > 0)
    throw new Invalid(errors, { username: { key: 'login:username' }, password: { key: 'login:password' } });
  return { username: (username as string).trim(), password: password as string };
}
