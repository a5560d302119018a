import { isAbsolute, join } from 'node:path';
import { Problem } from '#resource';
import type { Config } from './config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment; throws a `Problem` that names the variable which is wrong. Empty ones count as left out. */
export function readConfig(environment: Environment, root: string): Config {
  const given = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const dataDir = given('DATA_DIR') ?? 'data';
  return {
    port: portOf(given('PORT')),
    host: given('HOST') ?? '0.0.0.0',
    dataDir: isAbsolute(dataDir) ? dataDir : join(root, dataDir),
    databaseUrl: databaseOf(given('DATABASE_URL')),
    adminPassword: passwordOf(environment['ADMIN_PASSWORD'] || undefined),
    timeZone: timeZoneOf(given('TIME_ZONE')),
    trustProxy: given('TRUST_PROXY'),
    root,
  };
}

const wrong = (name: string, value: string, wanted: string): Problem => new Problem('start:wrongVariable', { name, value, wanted });

/** Default 8000 (specification §9). */
function portOf(value: string | undefined): number {
  if (value === undefined) return 8000;
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw wrong('PORT', value, '0–65535');
  return Number(value);
}

function databaseOf(value: string | undefined): string | undefined {
  if (value !== undefined && !/^postgres(?:ql)?:\/\//.test(value)) throw new Problem('start:wrongDatabase');
  return value;
}

function passwordOf(value: string | undefined): string | undefined {
  if (value !== undefined && !/^[^&<>"'\p{Cc}]{6,32}$/u.test(value)) throw new Problem('start:wrongPassword');
  return value;
}

function timeZoneOf(value = 'Asia/Shanghai'): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value;
  } catch {
    throw wrong('TIME_ZONE', value, 'Asia/Shanghai');
  }
}
