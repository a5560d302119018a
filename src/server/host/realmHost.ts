import { Problem, suggestion } from '#resource';
import type { CodeUse, RateLimiterOptions, RealmHost } from '#plugin';
import { isInTransaction } from '../fence/owner.ts';
import { createLimiter, requestLimiter, whoIs } from '../rateLimits/rateLimiter.ts';
import type { WindowCounts } from '../rateLimits/windowCounts.ts';
import { newPassword } from '../shared/newPassword.ts';
import type { Realm } from '../realms/realm.ts';
import { assertSolved } from '../session/captcha/assertSolved.ts';
import { isPurpose } from '../session/captcha/captcha.ts';
import type { Codes } from '../session/codes.ts';
import type { Proofs } from '../session/proofs.ts';
import type { SignInParts } from '../session/signInParts.ts';
import { sessionHost } from './sessionHost.ts';

export interface RealmHostParts extends SignInParts {
  readonly proofs: Proofs;
  readonly codes: Codes;
  readonly counts: WindowCounts;
  realms(): readonly Realm[];
}

/** What plugins need whose people sign in; as the plugin of this name has it. */
export function realmHost(parts: RealmHostParts, plugin: string): RealmHost {
  const { captcha, codes, passwords, counts, now } = parts;
  return {
    sessions: (name) => methodsOutside('sessions', sessionHost(parts, realmOf(name, parts.realms()), parts.proofs)),
    passwords: methodsOutside('passwords', {
      hash: (password) => passwords.hash(password),
      read: newPassword,
      async verify(caller, password, hash) {
        const place = passwords.enter(caller.id > 0 ? 'known' : 'clean', whoIs(caller));
        if (!place) throw new Problem('session:crowded', {}, { status: 429 });
        try {
          return await passwords.verify(place, password, hash);
        } finally {
          place.leave();
        }
      },
    }),
    captcha: methodsOutside('captcha', {
      create: (caller, purpose) => captcha.create(undefined, caller, purposeOf('captcha', purpose)),
      assertSolved: (caller, purpose, body) => assertSolved(captcha, caller, purposeOf('captcha', purpose), body),
    }),
    codes: methodsOutside('codes', {
      create: (caller, use) => codes.create(caller, useOf(use)),
      check: (caller, use, code) => codes.check(caller, useOf(use), code),
      peek: (caller, use, code) => codes.check(caller, useOf(use), code, true),
    }),
    rateLimiter(options) {
      assertLimit(options);
      const limit = { ...options, key: `${plugin} ${options.key}` };
      const [callers, others] = [requestLimiter(counts, limit, now), createLimiter(counts, limit, now)];
      return methodsOutside('rateLimiter', {
        consume: async (who) => (typeof who === 'string' ? others.consume(`text ${who}`) : callers.consume(who)),
        reset: async (who) => (typeof who === 'string' ? others.reset(`text ${who}`) : callers.reset(who)),
      });
    },
  };
}

/** Each of these writes by itself: within a transaction it would wait for that. */
function methodsOutside<T extends object>(name: string, given: T): T {
  const methods = Object.entries(given).map(([key, method]) => [
    key,
    async (...input: unknown[]): Promise<unknown> => {
      if (isInTransaction())
        throw new Error(`host.${name}: ${key} within a transaction would wait for it: call it before.`);
      return (method as (...input: unknown[]) => unknown)(...input);
    },
  ]);
  return Object.fromEntries(methods) as T;
}

function realmOf(name: string, realms: readonly Realm[]): Realm {
  const found = realms.find((realm) => realm.name === name);
  if (found) return found;
  const names = realms.map((realm) => realm.name);
  throw new Error(`host.sessions: there is no realm "${name}". ${suggestion(name, names)}`);
}

function purposeOf(part: string, purpose: string): string {
  if (purpose !== '' && isPurpose(purpose)) return purpose;
  throw new Error(
    `host.${part}: the purpose "${purpose}" must be of small letters, digits, "-" and ".", such as "shop.register".`,
  );
}

function useOf({ purpose, target, isOwner = false }: CodeUse): CodeUse {
  if (typeof target !== 'string' || target.trim() === '')
    throw new Error('host.codes: the target must be an e-mail address or a number that a code can be sent to.');
  return { purpose: purposeOf('codes', purpose), target, isOwner };
}

function assertLimit({ key, max, timeWindow }: RateLimiterOptions): void {
  if (typeof key !== 'string' || !/^[a-z][a-z0-9-]{0,59}$/.test(key))
    throw new Error(
      `host.rateLimiter: key "${String(key)}" must be of small letters, digits and "-", such as "send-code".`,
    );
  if (!Number.isSafeInteger(max) || max < 1)
    throw new Error(`host.rateLimiter: max of "${key}" must be a whole number from 1 on.`);
  if (!Number.isSafeInteger(timeWindow) || timeWindow < 1000 || timeWindow > 31_536_000_000)
    throw new Error(`host.rateLimiter: timeWindow of "${key}" must be milliseconds, from a second (1000) to a year.`);
}
