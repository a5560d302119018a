import { Invalid, Problem, type Caller } from '#resource';
import type { Sessions } from '#plugin';
import { assertNotActing } from '../realms/acting.ts';
import { needLogin, type Realm } from '../realms/realm.ts';
import { derive, sessionOf } from '../realms/currentRights.ts';
import { beginSession, tokensIn } from '../session/beginSession.ts';
import { changePassword } from '../session/changePassword.ts';
import { checkPassword } from '../session/checkPassword.ts';
import type { Proofs } from '../session/proofs.ts';
import { signIn } from '../session/signIn.ts';
import type { SignInParts } from '../session/signInParts.ts';
import { signOut } from '../session/signOut.ts';
import { assertSecondStep } from '../session/twoStep/secondStep.ts';
import { digest } from '../shared/digest.ts';
import { systemFor } from '../table/write/systemFor.ts';

/** What a session is called where its owner sees it: nothing is found by the name alone. */
const idOf = (family: string): string => digest(`session ${family}`).slice(0, 22);

/** Characters of the longest password that may be right. */
const longestPassword = 32;

/** Sessions of a realm for plugins: what our own calls do, for routes of theirs. */
export function sessionHost(given: SignInParts, realm: Realm, proofs: Proofs): Sessions {
  const parts = { ...given, realm };
  /** Only who is signed in to the realm has something to prove. */
  const assertOwn = (caller: Caller): void => {
    if (caller.realm !== realm.name || sessionOf(caller) === undefined) throw needLogin(realm);
    assertNotActing(caller);
  };
  const live = (caller: Caller) => {
    assertOwn(caller);
    return given.tokens.list({ realm: realm.name, accountId: caller.id, number: sessionOf(caller)!.number });
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
      if (except) assertNotActing(except);
      const exceptFamily = except?.realm === realm.name && except.id === id ? sessionOf(except)?.family : undefined;
      await given.tokens.endAll(realm.name, id, exceptFamily);
    },
    async checkPassword(caller, password, field = 'password') {
      assertOwn(caller);
      if (typeof password !== 'string' || password === '')
        throw new Invalid({ [field]: { key: 'validate:required' } }, { [field]: { key: 'login:password' } });
      if (password.length > longestPassword) throw new Invalid({ [field]: { key: 'profile:wrongPassword' } });
      await checkPassword(parts, caller, password, field);
    },
    async checkSecondStep(caller, code) {
      assertOwn(caller);
      await assertSecondStep(parts, caller, code);
    },
    async peekSecondStep(caller, code) {
      assertOwn(caller);
      await assertSecondStep(parts, caller, code, true);
    },
    async changePassword(caller, body) {
      assertOwn(caller);
      const model = given.gate.modelOf(realm.accounts);
      const self = derive(caller, systemFor);
      const save: Parameters<typeof changePassword>[3] = (also) =>
        given.gate.edit(self, model, { id: caller.id, password: body.newPassword }, { also });
      return tokensIn(await changePassword(parts, caller, { ...body }, save, 'newPassword'));
    },
    needsCaptcha: async ({ ip }) => given.passwords.isCrowded() || (await given.attempts.needsProof(ip)),
    async list(caller) {
      const sessions = await live(caller);
      const own = sessionOf(caller)?.family;
      return sessions.map(({ family, began, renewed, ip, userAgent }) => ({
        id: idOf(family),
        current: family === own,
        ip,
        useragent: userAgent,
        create_time: began,
        last_time: renewed,
      }));
    },
    async endOne(caller, id) {
      const found = (await live(caller)).find(({ family }) => idOf(family) === id);
      if (!found) throw new Problem('rows:notFound');
      await given.tokens.end(realm.name, [], found.family);
      given.events.note({ kind: 'sign_out', outcome: 'success', caller });
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
