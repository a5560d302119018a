import { afterEach, expect, vi } from 'vitest';
import { testPlugin } from '#test';
import { member } from '../server.ts';
import { openCentre, Person } from './people.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

testPlugin(
  'codes that can’t be sent are printed in development, whatever the log level',
  [member()],
  async (server) => {
    await openCentre(server);
    const person = new Person(server, '203.0.113.1');
    const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const printed = (): string[] => print.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('@'));
    vi.stubEnv('NODE_ENV', 'production');
    await person.code('user_register', 'ann@example.com');
    vi.stubEnv('NODE_ENV', 'development');
    const code = await person.code('user_register', 'bob@example.com');
    await expect.poll(printed).toEqual([expect.stringMatching(`^bob@example\\.com: [^]*${code}`)]);
  },
);
