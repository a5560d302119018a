import { Problem } from '#resource';
import type { Route, RouteRequest } from '../http/route.ts';
import { aliveIdentity, type Realm } from '../realms/realm.ts';
import { isPurpose, type ClickCaptcha } from '../session/captcha/captcha.ts';
import type { Tokens } from '../session/tokens.ts';

export interface CommonParts {
  readonly tokens: Tokens;
  readonly realms: readonly Realm[];
  readonly captcha: ClickCaptcha;
}

/** Calls of everybody: refreshing tokens and the click captcha (protocol §2.2 and §2.3). */
export function commonRoutes(parts: CommonParts): Route[] {
  const open = { node: 'everyone' } as const;
  return [
    { ...open, method: 'POST', url: '/api/common/refreshToken', handler: (request) => refresh(parts, request) },
    {
      ...open,
      method: 'GET',
      url: '/api/common/clickCaptcha',
      handler: ({ query, caller }) => parts.captcha.create(query['id'], caller, purposeIn(query)),
    },
    {
      ...open,
      method: 'GET',
      url: '/api/common/workChallenge',
      handler: ({ query, caller }) => parts.captcha.createWork(caller, purposeIn(query)),
    },
    { ...open, method: 'POST', url: '/api/common/checkClickCaptcha', handler: (request) => check(parts, request) },
  ];
}

async function refresh({ tokens, realms }: CommonParts, { body, caller }: RouteRequest): Promise<unknown> {
  const refreshToken = body['refresh_token'] ?? body['refreshToken'];
  const isReadable = typeof refreshToken === 'string' && refreshToken.length <= 128;
  const pair = isReadable
    ? await tokens.refresh(
        refreshToken,
        async (session, moment) => {
          const realm = realms.find(({ name }) => name === session.realm);
          return realm !== undefined && (await aliveIdentity(realm, session, moment)) !== undefined;
        },
        { ip: caller.ip, userAgent: caller.userAgent, requestId: caller.requestId },
      )
    : undefined;
  if (!pair) throw new Problem('session:invalidToken');
  return {
    type: realms.find(({ name }) => name === pair.realm)!.refreshed,
    token: pair.token,
    refreshToken: pair.refreshToken,
    refresh_token: pair.refreshToken,
  };
}

/** A wrong solution is said to be one; the picture itself tells no more. */
async function check({ captcha }: CommonParts, { body, caller }: RouteRequest): Promise<null> {
  const { id, info, unset } = body;
  const consume = unset === true || unset === 'true' || unset === 1 || unset === '1';
  if (!(await captcha.solves(id, info, consume, caller, purposeIn(body)))) throw new Problem('session:captchaWrong');
  return null;
}

/** What the captcha is for; signing in, unless said otherwise. */
function purposeIn({ purpose = '' }: Readonly<Record<string, unknown>>): string {
  if (!isPurpose(purpose)) throw new Problem('server:badRequest', {}, { status: 400 });
  return purpose;
}
