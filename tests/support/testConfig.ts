import { join } from 'node:path';
import type { Config } from '../../src/server/config/config.ts';
import { loadMessages, type Messages } from '../../src/server/shared/messages.ts';
import type { WorkBits } from '../../src/server/session/captcha/work.ts';
import type { PasswordCost } from '../../src/server/session/passwords.ts';

export const root = join(import.meta.dirname, '../..');
export const password = 'Canary-7391';

/** The least that argon2 takes: what is tested is seldom how long a hash takes. */
export const quickPasswords: PasswordCost = { memory: 8, passes: 1 };
/** Done in a moment: how long the product's own takes depends on luck. */
export const quickWork: WorkBits = { least: 10, most: 13 };

/** How servers under test are configured but for where their data is. */
export const testConfig: Omit<Config, 'dataDir' | 'databaseUrl'> = {
  port: 0,
  host: '127.0.0.1',
  adminPassword: password,
  timeZone: 'Asia/Shanghai',
  trustProxy: undefined,
  root,
};

let texts: Messages | undefined;
/** The product's texts, read once for all servers of this process; undefined for projects with texts of their own. */
export const textsOf = (project: string): Messages | undefined =>
  project === root ? (texts ??= loadMessages(root)) : undefined;
