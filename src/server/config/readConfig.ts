import { isAbsolute, join } from 'node:path';
import { Problem } from '#resource';
import { networkIn, type Network } from '../shared/addresses.ts';
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
    trustProxy: proxiesOf(given('TRUST_PROXY')),
    allowedOrigins: originsOf(given('ALLOWED_ORIGINS')),
    secretKey: secretKeyOf(given('SECRET_KEY')),
    formerSecretKeys: given('SECRET_KEY_OLD')
      ?.split(/[\s,]+/)
      .map(formerKeyOf),
    fetchPrivate: networksOf('FETCH_PRIVATE', given('FETCH_PRIVATE')),
    securityLogLevel: levelOf('SECURITY_LOG_LEVEL', given('SECURITY_LOG_LEVEL') ?? 'info'),
    root,
  };
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** `LOG_LEVEL`, default warn. */
export const logLevelOf = (environment: Environment): string =>
  levelOf('LOG_LEVEL', environment['LOG_LEVEL']?.trim() || 'warn');

function levelOf(name: string, level: string): string {
  if (!logLevels.includes(level)) throw wrong(name, level, logLevels.join(' | '));
  return level;
}

const wrong = (name: string, value: string, wanted: string): Problem =>
  new Problem('start:wrongVariable', { name, value, wanted });

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

const hexKey = /^[0-9a-f]{64}$/i;
function secretKeyOf(value: string | undefined): string | undefined {
  if (value !== undefined && !hexKey.test(value)) throw new Problem('start:wrongSecretKey');
  return value;
}

function formerKeyOf(value: string): string {
  // What is wrong here may be a key all the same: it is not repeated.
  if (!hexKey.test(value)) throw wrong('SECRET_KEY_OLD', '…', '64 × 0–9, a–f');
  return value;
}

function timeZoneOf(value = 'Asia/Shanghai'): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone && value;
  } catch {
    throw wrong('TIME_ZONE', value, 'Asia/Shanghai');
  }
}

/** Addresses, networks such as 10.0.0.0/8, and the names that Fastify has for usual ones. */
function proxiesOf(value: string | undefined): string | undefined {
  const isKnown = (each: string): boolean => {
    const entry = each.trim();
    if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
    return networkIn(entry) !== undefined && !/\/0+$/.test(entry);
  };
  if (value !== undefined && !value.split(',').every(isKnown))
    throw wrong('TRUST_PROXY', value, '127.0.0.1, 10.0.0.0/8');
  return value;
}

/** Pages that programmers have on their own machine (protocol §1.3); they are refused with the cookies of others all the same. */
const localHosts: readonly string[] = ['localhost', '127.0.0.1'];

/** As browsers write origins, with a scheme and without a path, or the name of a host alone; `*` for all. */
function originsOf(value: string | undefined): readonly string[] {
  if (value === undefined) return localHosts;
  return value.split(',').map((each) => {
    const place = each.trim();
    if (place === '*' || place === originIn(/^https?:/.test(place) ? place : `http://${place}`, place)) return place;
    throw wrong('ALLOWED_ORIGINS', value, 'https://office.example.com, http://localhost:5173, *');
  });
}

/** What the place is when it is written as it should be: an origin, or the name of its host. */
function originIn(address: string, place: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, hostname } = new URL(address);
  return address === place ? origin : hostname;
}

function networksOf(name: string, value: string | undefined): Network[] {
  return (value?.split(',') ?? []).map((each) => {
    const network = networkIn(each.trim());
    if (!network || network[1] === 0) throw wrong(name, value!, '127.0.0.1, 10.0.0.0/8');
    return network;
  });
}
