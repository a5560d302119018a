import { Invalid, Problem, type Caller } from '#resource';
import type { Database } from '../../database/database.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import { createLimiter } from '../../rateLimits/rateLimiter.ts';
import type { WindowCounts } from '../../rateLimits/windowCounts.ts';
import type { Account, Realm } from '../../realms/realm.ts';
import { assertSolved } from '../../session/captcha/assertSolved.ts';
import type { SignInParts } from '../../session/signInParts.ts';
import { newPassword } from '../../shared/newPassword.ts';
import { placeOf } from '../../shared/placeOf.ts';
import { system } from '../../table/createGate.ts';
import { resetLinks, resetMinutes } from './resetLinks.ts';
import type { SiteMail } from './siteMail.ts';

/** What the captcha is asked for. */
const purpose = 'admin.forgotten';
/** Mails for one name or address, and requests from one address; milliseconds. */
const perMinute = { key: 'forgotten minute', max: 1, timeWindow: 60_000 } as const;
const perHour = { key: 'forgotten hour', max: 6, timeWindow: 3_600_000 } as const;
const perAddress = { key: 'forgotten address', max: 20, timeWindow: 600_000 } as const;
/** Accounts with one mail address that a link is sent for. */
const mostAccounts = 5;
const longestName = 254;

export interface ForgottenParts extends Pick<SignInParts, 'gate' | 'captcha' | 'events'> {
  readonly database: Database;
  readonly counts: WindowCounts;
  readonly realm: Realm;
  readonly mail: SiteMail;
  /** Unix seconds. */
  now(): number;
  /** Runs behind the answer. */
  later(work: () => Promise<void>): void;
}

/** A new password for administrators who have forgotten theirs, by a link that they are mailed. */
export function forgottenRoutes(parts: ForgottenParts): Route[] {
  const limits = [perMinute, perHour].map((limit) => createLimiter(parts.counts, limit, parts.now));
  const addresses = createLimiter(parts.counts, perAddress, parts.now);
  const open = { method: 'POST', node: 'everyone' } as const;
  return [
    {
      ...open,
      url: '/admin/Index/forgotten',
      success: 'session:linkSent',
      async handler({ caller, body }) {
        const name = nameIn(body);
        if (!(await parts.mail.isReady())) throw new Problem('session:mailUnset');
        await assertSolved(parts.captcha, caller, purpose, body);
        await addresses.consume(placeOf(caller.ip));
        for (const limit of limits) await limit.consume(name.toLowerCase());
        parts.later(() => sendLinks(parts, caller, name));
        return null;
      },
    },
    {
      ...open,
      url: '/admin/Index/resetPassword',
      success: 'session:passwordReset',
      async handler(request) {
        await addresses.consume(placeOf(request.caller.ip));
        return reset(parts, request);
      },
    },
  ];
}

function nameIn({ account }: RouteRequest['body']): string {
  if (typeof account !== 'string' || account.trim() === '' || account.length > longestName)
    throw new Invalid({ account: { key: 'validate:required' } }, { account: { key: 'recover:account' } });
  return account.trim();
}

/** The answer is out: nobody learns from it whether there is such an account. */
async function sendLinks({ database, mail, now, ...parts }: ForgottenParts, caller: Caller, name: string) {
  for (const { account, email } of await accountsOf(parts, name)) {
    const token = await resetLinks.create(database, account, email, now());
    const params = { name: account.username, minutes: resetMinutes };
    const texts = { subject: 'session:resetSubject', text: 'session:resetText', params };
    await mail.send({ ...texts, to: email, language: caller.language, page: 'reset', token });
  }
}

/** Active accounts of this name, or with this mail address. */
async function accountsOf({ gate, realm }: Pick<ForgottenParts, 'gate' | 'realm'>, name: string) {
  const rows = gate.rows('admin', system);
  const named = await realm.findByName(name);
  const found = named
    ? [await rows.get(named.id)]
    : name.includes('@')
      ? await rows.list({ email: { eq: name }, status: 1 }, { limit: mostAccounts })
      : [];
  const sendable: { readonly account: Account; readonly email: string }[] = [];
  for (const row of found) {
    const identity = row && row.email !== null ? await realm.identityOf(row.id) : undefined;
    if (identity) sendable.push({ account: identity, email: row!.email! });
  }
  return sendable;
}

/** Ends all sessions of the account; a second step stays. */
async function reset({ database, gate, realm, events, now }: ForgottenParts, { caller, body }: RouteRequest) {
  const { token } = body;
  const password = await newPassword(body, 'password', { key: 'profile:newPassword' });
  const link = typeof token === 'string' ? await resetLinks.read(database.read, token, now()) : undefined;
  const identity = link && (await realm.identityOf(link.id));
  if (!link || identity?.sessionNumber !== link.sessionNumber) throw new Problem('session:linkGone');
  const { id, username } = identity;
  await gate.edit(
    system,
    gate.modelOf('admin'),
    { id, password },
    {
      // Another password may have been set while this one was hashed; this one counts one up.
      async also(tx) {
        const row = await gate.rowsIn('admin', tx).get(id);
        const isFirst = row?.session_number === link.sessionNumber + 1;
        // Whoever reads the mail of a former address is not the owner any more.
        if (!isFirst || !resetLinks.isTo(link, row.email) || !(await resetLinks.spend(tx.db, token as string)))
          throw new Problem('session:linkGone');
      },
    },
  );
  const who = { ...caller, realm: realm.name, id, username };
  events.note({ kind: 'password', outcome: 'success', caller: who, target: username, detail: { forgotten: true } });
  return null;
}
