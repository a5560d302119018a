import type { Caller } from '#resource';
import type { Route, RouteRequest } from '../http/route.ts';
import type { Realm } from '../realms/realm.ts';
import { refuseSignedIn, signIn } from './signIn.ts';
import type { SignIn, SignInParts } from './signInParts.ts';
import { signOut } from './signOut.ts';

/** Signing in to a realm and out of it (protocol §2.1), where no plugin does it by routes of its own. */
export function signInRoutes(given: SignInParts, realm: Realm): Route[] {
  const parts: SignIn = { ...given, realm };
  const open = { node: 'everyone' } as const;
  const routes: Route[] = [];
  if (realm.signIn !== undefined)
    routes.push(
      { ...open, method: 'GET', url: realm.signIn, handler: ({ caller }) => askLogin(parts, caller) },
      {
        ...open,
        method: 'POST',
        url: realm.signIn,
        success: 'session:signedIn',
        visitors: true,
        handler: (request) => signIn(parts, request),
      },
    );
  if (realm.signOut !== undefined)
    routes.push({
      ...open,
      method: 'POST',
      url: realm.signOut,
      success: 'session:signedOut',
      handler: (request) => leave(parts, request),
    });
  return routes;
}

async function askLogin({ attempts, passwords, realm }: SignIn, caller: Caller): Promise<{ captcha: boolean }> {
  refuseSignedIn(realm, caller);
  return { captcha: passwords.isCrowded() || (await attempts.needsProof(caller.ip)) };
}

async function leave(parts: SignIn, { token, body, caller }: RouteRequest): Promise<null> {
  await signOut(parts, caller, [token, body['refresh_token'] ?? body['refreshToken']]);
  return null;
}
