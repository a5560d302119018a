import { Invalid, Problem, type Caller, type Label } from '#resource';
import type { Write } from '../../database/database.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import { derive } from '../../realms/currentRights.ts';
import type { Realm } from '../../realms/realm.ts';
import { systemFor } from '../../table/write/systemFor.ts';
import { checkPassword } from '../checkPassword.ts';
import type { SignIn, SignInParts } from '../signInParts.ts';
import { assertSecondStep } from './secondStep.ts';
import { uriOf } from './totp.ts';

/** What the calls about one's own second step work with. */
export interface TwoStepRouteParts extends SignInParts {
  /** What apps show the account under. */
  siteName(): Promise<string>;
  /** The text of a message key in every language. */
  readonly label: (key: string) => Label | undefined;
}
type Parts = TwoStepRouteParts & SignIn;

/** One's own second step, for realms that have one: each call begins with the address that the realm has for them. */
export function twoStepRoutes(given: TwoStepRouteParts, realm: Realm): Route[] {
  const url = realm.twoStep;
  if (url === undefined) return [];
  const parts = { ...given, realm };
  const own = { node: 'signed-in', ownAccount: true, realm: realm.name } as const;
  const post = (name: string, title: string, handler: (parts: Parts, request: RouteRequest) => unknown): Route => ({
    ...own,
    method: 'POST',
    url: `${url}${name}`,
    title: given.label(title),
    handler: (request) => handler(parts, request),
  });
  return [
    { ...own, method: 'GET', url, handler: ({ caller }) => state(parts, caller) },
    post('Begin', 'twoStep:enable', begin),
    post('Enable', 'twoStep:enable', enable),
    post('Disable', 'twoStep:disable', disable),
    post('Codes', 'twoStep:newCodes', renewCodes),
  ];
}

async function state({ twoStep, realm }: Parts, { id }: Caller) {
  const account = { realm: realm.name, id };
  return { enabled: await twoStep.isOn(account), recoveryLeft: await twoStep.recoveryLeft(account) };
}

async function begin(parts: Parts, { caller, body }: RouteRequest) {
  await assertPassword(parts, caller, body);
  const secret = await parts.twoStep.begin({ realm: parts.realm.name, id: caller.id });
  return { secret, uri: uriOf(secret, await parts.siteName(), caller.username) };
}

async function enable(parts: Parts, { caller, body }: RouteRequest) {
  const { codes, write } = await parts.twoStep.confirm({ realm: parts.realm.name, id: caller.id }, body['code']);
  await mark(parts, caller, 1, ({ db }) => write(db));
  note(parts, caller, { enabled: true });
  return { recoveryCodes: codes };
}

/** Secrets go with the mark: `forgetTwoStep`. */
async function disable(parts: Parts, { caller, body }: RouteRequest): Promise<null> {
  await assertPassword(parts, caller, body);
  await useCode(parts, caller, body['code']);
  await mark(parts, caller, 0);
  note(parts, caller, { enabled: false });
  return null;
}

async function renewCodes(parts: Parts, { caller, body }: RouteRequest) {
  await assertPassword(parts, caller, body);
  await useCode(parts, caller, body['code']);
  const recoveryCodes = await parts.twoStep.renewCodes({ realm: parts.realm.name, id: caller.id });
  note(parts, caller, { recoveryCodes: 'new' });
  return { recoveryCodes };
}

/** An open browser is not enough. What cannot be right is refused before anything is counted. */
async function assertPassword(parts: Parts, caller: Caller, { password }: RouteRequest['body']): Promise<void> {
  if (typeof password !== 'string' || password === '')
    throw new Invalid({ password: { key: 'validate:required' } }, { password: { key: 'login:password' } });
  if (password.length > 32) throw new Invalid({ password: { key: 'profile:wrongPassword' } });
  await checkPassword(parts, caller, password, 'password');
}

async function useCode(parts: Parts, caller: Caller, code: unknown): Promise<void> {
  const account = { realm: parts.realm.name, id: caller.id };
  if (!(await parts.twoStep.isOn(account))) throw new Problem('session:twoStepOff');
  await assertSecondStep(parts, caller, code);
}

/** What administrators see of it in the list of accounts. */
async function mark(
  { gate, realm }: Parts,
  caller: Caller,
  value: 0 | 1,
  also?: (write: Write) => Promise<void>,
): Promise<void> {
  const self = derive(caller, systemFor);
  await gate.edit(self, gate.modelOf(realm.accounts), { id: caller.id, two_step: value }, also && { also });
}

const note = ({ events, realm }: Parts, caller: Caller, detail: Record<string, string | boolean>): void =>
  events.note({ kind: 'two_step', outcome: 'success', caller, target: `${realm.name} #${caller.id}`, detail });
