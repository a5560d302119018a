import type { AnyRow } from '#resource';
import type { PluginHost, PluginRealm, RealmHost } from '#plugin';
import type { Limits } from '../shared/limits.ts';
import { within } from '../shared/timeLimit.ts';
import type { Failures } from './failures.ts';
import { methodsOutside } from './fenceServices.ts';
import { runAs } from './owner.ts';

/** What the server does there for a plugin, it does as itself. */
export const fencedRealmHost = ({ sessions, passwords, captcha, codes, rateLimiter }: RealmHost): RealmHost => ({
  sessions: (realm) => methodsOutside(sessions(realm)),
  passwords: methodsOutside(passwords),
  captcha: methodsOutside(captcha),
  codes: methodsOutside(codes),
  rateLimiter: (options) => methodsOutside(rateLimiter(options)),
});

interface RealmFence {
  readonly owner: string;
  readonly failures: Failures;
  readonly limits: Pick<Limits, 'hook'>;
  /** As the plugin has it. */
  host(given: PluginHost): PluginHost;
}

/** A search for an account that fails or does not end is named; nobody signs in by it. So are facts that cannot be told. */
export function fencedRealm({ owner, failures, limits, host }: RealmFence, realm: PluginRealm): PluginRealm {
  const { findAccount, spelling, userInfo } = realm;
  const named = (what: string, error: unknown): unknown => {
    failures.attribute(owner, `${what} of the realm ${realm.name}`, error);
    return error;
  };
  return {
    ...realm,
    ...(findAccount && {
      async findAccount(name: string, given: PluginHost) {
        try {
          return await runAs(owner, () => within(limits.hook, () => findAccount.call(realm, name, host(given))));
        } catch (error) {
          throw named('findAccount', error);
        }
      },
    }),
    ...(spelling && {
      spelling(name: string) {
        try {
          return spelling.call(realm, name);
        } catch (error) {
          throw named('spelling', error);
        }
      },
    }),
    ...(userInfo && {
      userInfo(account: AnyRow) {
        try {
          return userInfo.call(realm, account);
        } catch (error) {
          throw named('userInfo', error);
        }
      },
    }),
  };
}
