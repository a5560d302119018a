import { Problem, type Actor, type Label, type Model } from '#resource';
import type { Route, RouteRequest } from '../http/route.ts';
import { assertNotActing, mayActAs } from '../realms/acting.ts';
import { sessionOf } from '../realms/currentRights.ts';
import { needLogin, type Identity, type Realm } from '../realms/realm.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import { choiceIn, idsOf, isMatching } from '../table/actions/input.ts';
import type { Gate } from '../table/gate.ts';
import { tokensIn } from './beginSession.ts';
import { noteActing } from './noteActing.ts';
import type { Tokens } from './tokens.ts';

export interface ActingParts {
  readonly gate: Gate;
  readonly realm: Realm;
  readonly tokens: Tokens;
  readonly events: SecurityLog;
  /** The text of a message key in every language. */
  readonly label: (key: string) => Label | undefined;
}

/** Super administrators sign in as others, and go back to themselves. */
export const actingRoutes = (parts: ActingParts): Route[] => [
  {
    method: 'POST',
    // The table's own action says who may do it with which rows; the session begins here.
    url: `/admin/${modelIn(parts).controller}/signInAs`,
    node: 'signed-in',
    handler: (request) => begin(parts, request),
  },
  {
    method: 'POST',
    url: '/admin/Index/signBack',
    node: 'signed-in',
    title: parts.label('session:backEntry'),
    handler: (request) => goBack(parts, request),
  },
];

const modelIn = ({ gate }: ActingParts): Model => gate.modelOf('admin');

/** The answer has, beside what the client keeps of the account, the one token of the session. */
async function begin(parts: ActingParts, request: RouteRequest) {
  const { gate, realm, tokens, events } = parts;
  const { caller } = request;
  assertNotActing(caller);
  const choice = choiceIn(request);
  if (isMatching(choice)) throw new Problem('rows:noIds');
  const ids = idsOf(modelIn(parts), choice);
  const { count } = await gate.act(caller, modelIn(parts), 'signInAs', { ids });
  const actorFamily = sessionOf(caller)?.family;
  // A token of a plugin's own is no session that another one could end with.
  if (actorFamily === undefined) throw needLogin(realm);
  const id = ids[0]!;
  const identity = await realm.identityOf(id);
  const refused = refusalOf(caller, id, identity);
  if (!identity || refused) {
    noteActing(events, caller, { id, username: identity?.username ?? '' }, { refused: refused! });
    throw new Problem(refused!);
  }
  const session = { realm: realm.name, accountId: id, number: identity.sessionNumber, from: caller, actorFamily };
  const begun = await tokens.act(session);
  if (!begun) throw needLogin(realm);
  for (const { accountId } of begun.ended) noteActing(events, caller, await accountOf(realm, accountId), 'end');
  noteActing(events, caller, identity, 'begin');
  return {
    count,
    result: { identity: { ...identity.userInfo(), ...tokensIn({ token: begun.token, refreshToken: '' }) } },
  };
}

function refusalOf(
  caller: Pick<Identity, 'id' | 'super'>,
  id: number,
  identity: Identity | undefined,
): string | undefined {
  if (id === caller.id) return 'auth:asSelf';
  if (!identity) return 'auth:asDisabled';
  return mayActAs(caller, identity) ? undefined : 'auth:asSuper';
}

const accountOf = async (realm: Realm, id: number): Promise<Actor> => ({
  id,
  username: (await realm.identityOf(id))?.username ?? '',
});

async function goBack({ realm, tokens, events }: ActingParts, { caller }: RouteRequest): Promise<null> {
  const { actor, id, username, ...from } = caller;
  const family = sessionOf(caller)?.family;
  if (!actor || family === undefined) throw new Problem('session:notActing');
  await tokens.end(realm.name, [], family);
  noteActing(events, { ...from, ...actor }, { id, username }, 'end');
  return null;
}
