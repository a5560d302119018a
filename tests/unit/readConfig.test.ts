import { describe, expect, it } from 'vitest';
import { Problem } from '#resource';
import { logLevelOf, readConfig } from '../../src/server/config/readConfig.ts';

const read = (environment: Record<string, string>): unknown => [
  readConfig(environment, '/home/site'),
  logLevelOf(environment),
];

describe('readConfig', () => {
  it('has a default for everything; empty variables count as left out', () => {
    const config = {
      port: 8000,
      host: '0.0.0.0',
      dataDir: '/home/site/data',
      databaseUrl: undefined,
      adminPassword: undefined,
      timeZone: 'Asia/Shanghai',
      trustProxy: undefined,
      allowedOrigins: ['localhost', '127.0.0.1'],
      fetchPrivate: [],
      securityLogLevel: 'info',
      root: '/home/site',
    };
    expect(read({})).toEqual([config, 'warn']);
    expect(
      read({
        PORT: '',
        HOST: ' ',
        DATA_DIR: '',
        DATABASE_URL: '',
        ADMIN_PASSWORD: '',
        TIME_ZONE: '',
        TRUST_PROXY: '',
        ALLOWED_ORIGINS: '',
        FETCH_PRIVATE: '',
        LOG_LEVEL: '',
        SECURITY_LOG_LEVEL: '',
      }),
    ).toEqual([config, 'warn']);
  });

  it('takes what is given', () => {
    const given = {
      PORT: '0',
      HOST: '::1',
      DATA_DIR: '/var/data',
      DATABASE_URL: 'postgresql://a:b@c:5/d',
      ADMIN_PASSWORD: ' pass word ',
      TIME_ZONE: 'Europe/Berlin',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8, loopback',
      ALLOWED_ORIGINS: 'https://office.example, http://localhost:5173, office.example, *',
      LOG_LEVEL: 'debug',
      SECURITY_LOG_LEVEL: 'warn',
    };
    expect(read(given)).toEqual([
      {
        port: 0,
        host: '::1',
        dataDir: '/var/data',
        databaseUrl: given.DATABASE_URL,
        adminPassword: ' pass word ',
        timeZone: 'Europe/Berlin',
        trustProxy: given.TRUST_PROXY,
        allowedOrigins: ['https://office.example', 'http://localhost:5173', 'office.example', '*'],
        fetchPrivate: [],
        securityLogLevel: 'warn',
        root: '/home/site',
      },
      'debug',
    ]);
    expect(readConfig({ FETCH_PRIVATE: '127.0.0.1, fd00::/8' }, '/').fetchPrivate?.map(String)).toEqual([
      '127.0.0.1,32',
      'fd00::,8',
    ]);
    expect(read({ DATA_DIR: 'there' })).toMatchObject([{ dataDir: '/home/site/there' }, 'warn']);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80 80'],
    ['PORT', '8e3'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '127.0.0.1,'],
    ['ALLOWED_ORIGINS', 'office.example:443'],
    ['ALLOWED_ORIGINS', 'office.example/api'],
    ['ALLOWED_ORIGINS', 'https://office.example/'],
    ['ALLOWED_ORIGINS', 'HTTPS://office.example'],
    ['ALLOWED_ORIGINS', 'file://'],
    ['ALLOWED_ORIGINS', 'https://a.example,'],
    ['FETCH_PRIVATE', 'loopback'],
    ['FETCH_PRIVATE', '10.0.0.0/33'],
    ['FETCH_PRIVATE', '0.0.0.0/0'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://canary'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', '<canary>'],
    ['ADMIN_PASSWORD', 'x'.repeat(33)],
    ['ADMIN_PASSWORD', 'new\nline'],
  ])('%s=%s is refused by name', (name, value) => {
    const { key, params } = refusal({ [name]: value });
    // Passwords stand in the last two: those are never repeated.
    const texts: Record<string, string> = {
      DATABASE_URL: 'start:wrongDatabase',
      ADMIN_PASSWORD: 'start:wrongPassword',
    };
    expect([key, params['name'], JSON.stringify(params).includes(value)]).toEqual(
      texts[name] ? [texts[name], undefined, false] : ['start:wrongVariable', name, true],
    );
  });
});

function refusal(environment: Record<string, string>): Problem {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('nothing was refused');
}
