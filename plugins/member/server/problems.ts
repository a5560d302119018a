import { Code, Problem } from '#resource';
import { memberRealm } from '../realm.ts';

/** What somebody is answered who is not signed in. */
export const needsLogin = (): Problem =>
  new Problem('server:needLogin', {}, { code: Code.redirect, data: { ...memberRealm.signInPage, type: 'need login' } });
