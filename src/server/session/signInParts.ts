import type { Events } from '#plugin';
import type { SecurityLog } from '../security/securityLog.ts';
import type { Attempts } from './attempts.ts';
import type { ClickCaptcha } from './captcha/captcha.ts';
import type { Devices } from './devices.ts';
import type { Passwords } from './passwords.ts';
import type { Tokens } from './tokens.ts';
import type { TwoStep } from './twoStep/twoStep.ts';
import type { Gate } from '../table/gate.ts';
import type { Realm } from '../realms/realm.ts';

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
  /** Unix seconds. */
  now(): number;
  /** Called with whoever has signed in. */
  signedIn(account: Events['signed-in']): void;
}

/** What an attempt to sign in to a realm works with. */
export interface SignIn extends SignInParts {
  readonly realm: Realm;
}
