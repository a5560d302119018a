import type { Logger } from 'pino';
import type { Model } from '#resource';
import type { ServerPlugin } from '#plugin';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { TableSchema } from '../database/schema.ts';
import type { FailedStarts } from '../fence/failedStarts.ts';
import type { Failures } from '../fence/failures.ts';
import type { ServiceRegistry } from '../fence/serviceRegistry.ts';
import type { Loaded } from '../loading/loadResources.ts';
import type { Limits } from '../shared/limits.ts';
import type { Messages } from '../shared/messages.ts';
import type { Sealer } from '../shared/sealer.ts';
import type { SiteTimeZone } from '../shared/siteTimeZone.ts';
import type { WorkBits } from '../session/captcha/work.ts';
import type { PasswordCost } from '../session/passwords.ts';

/** What an application is made of: what was loaded and opened before. */
export interface StartParts {
  readonly config: Config;
  readonly zone: SiteTimeZone;
  readonly log: Logger;
  readonly now: () => number;
  readonly limits: Limits;
  /** Whether jobs begin at their times. */
  readonly schedules: boolean;
  readonly passwordCost: PasswordCost | undefined;
  readonly workBits: WorkBits | undefined;
  readonly failures: Failures;
  readonly messages: Messages;
  readonly sealer: Sealer;
  readonly database: Database;
  readonly tables: readonly TableSchema[];
  /** Services that plugins do one another. */
  readonly registry: ServiceRegistry;
  readonly failedStarts: FailedStarts;
  readonly models: readonly Model[];
  readonly plugins: readonly ServerPlugin[];
  readonly faults: readonly string[];
  readonly found: Loaded;
  /** Names of the plugins that somebody has switched off. */
  readonly off: ReadonlySet<string>;
  readonly restart: (() => void) | undefined;
}

/** Errors of ours as lines of the log. */
export const errorLog =
  (log: Logger) =>
  (message: string, error: unknown): void =>
    log.error({ err: error }, message);
