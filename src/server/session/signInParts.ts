import { availableParallelism } from 'node:os';
import type { Events } from '#plugin';
import type { SecurityLog } from '../security/securityLog.ts';
import type { Attempts } from './attempts.ts';
import type { ClickCaptcha } from './captcha/captcha.ts';
import type { Devices } from './devices.ts';
import type { Passwords } from './passwords.ts';
import type { Tokens } from './tokens.ts';
import type { TwoStep } from './twoStep/twoStep.ts';
import { createSemaphore, type Semaphore } from '../shared/concurrency.ts';
import type { Gate } from '../table/gate.ts';
import type { Realm } from '../realms/realm.ts';

/**
 * Attempts that look things up, or count, at a time: on two cores one, where 200 at once raise the p99 of other requests
 * twice, as 200 requests for a small file do, instead of eight times (`burst.prove.ts` on PostgreSQL), with more cores up to
 * a quarter of the connections.
 */
const mostTurns = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Whoever waits for their turn waits for milliseconds: checking the passwords takes longer. */
export const createTurns = (): Semaphore => createSemaphore(mostTurns, Infinity);

/** What signing in works with, whatever the realm. */
export interface SignInParts {
  readonly gate: Gate;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly captcha: ClickCaptcha;
  readonly devices: Devices;
  readonly twoStep: TwoStep;
  readonly events: SecurityLog;
  /** Attempts look things up and count a few at a time: a crowd of them leaves the database to other requests. */
  readonly turns: Semaphore;
  /** Unix seconds. */
  now(): number;
  /** Called with whoever has signed in. */
  signedIn(account: Events['signed-in']): void;
  /** Called with a visitor who signs in; resolves to whether all that was the visitor's is theirs. */
  handOver(visitor: Events['visitor-signed-in']): Promise<boolean>;
}

/** What an attempt to sign in to a realm works with. */
export interface SignIn extends SignInParts {
  readonly realm: Realm;
}
