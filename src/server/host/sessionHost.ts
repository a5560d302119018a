import { Invalid, Problem, type Caller } from '#resource';
import type { Sessions } from '#plugin';
import { needLogin, type Realm } from '../realms/realm.ts';
import { sessionOf } from '../realms/currentRights.ts';
import { beginSession } from '../session/beginSession.ts';
import { checkPassword } from '../session/checkPassword.ts';
import type { Proofs } from '../session/proofs.ts';
import { signIn } from '../session/signIn.ts';
import type { SignInParts } from '../session/signInParts.ts';
import { signOut } from '../session/signOut.ts';

/** Characters of the longest password that may be right. */
const longestPassword = 32;

/** Sessions of a realm for plugins: what our own calls do, for routes of theirs. */
export function sessionHost(given: SignInParts, realm: Realm, proofs: Proofs): Sessions {
  const parts = { ...given, realm };
  /** Only who is signed in to the realm has something to prove. */
  const assertOwn = (caller: Caller): void => {
    if (caller.realm !== realm.name || sessionOf(caller) === undefined) throw needLogin(realm);
  };
  return {
    signIn: (caller, credentials) => signIn(parts, { caller, query: {}, body: { ...credentials } }),
    async create(caller, id, { keep = false } = {}) {
      const identity = await realm.identityOf(id);
      if (!identity) throw new Problem('session:noAccount');
      return beginSession(parts, { account: identity, identity, failures: 0, keep }, { caller, query: {}, body: {} });
    },
    end: (caller, refreshToken) => signOut(parts, caller, [refreshToken]),
    async endAll(id, { except } = {}) {
      const exceptFamily = except?.realm === realm.name && except.id === id ? sessionOf(except)?.family : undefined;
      await given.tokens.endAll(realm.name, id, exceptFamily);
    },
    async checkPassword(caller, password, field = 'password') {
      assertOwn(caller);
      if (typeof password !== 'string' || password === '') throw new Invalid({ [field]: { key: 'validate:required' } });
      if (password.length > longestPassword) throw new Invalid({ [field]: { key: 'profile:wrongPassword' } });
      await checkPassword(parts, caller, password, field);
    },
    async prove(caller, purpose) {
      assertOwn(caller);
      return proofs.issue(caller, purpose);
    },
    async assertProved(caller, purpose, proof) {
      assertOwn(caller);
      await proofs.spend(caller, purpose, proof);
    },
  };
}
