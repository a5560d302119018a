import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/databases.ts';
import { startPostgres } from '../support/postgres.ts';
import { findPostgresPrograms } from '../support/postgresPrograms.ts';

const folder = temporaryFolder();
/** A folder that only its owner may enter, such as a home folder. */
const privateFolder = (): string => {
  const place = join(folder(), 'home');
  mkdirSync(place, { mode: 0o700 });
  return place;
};
afterEach(() => void vi.unstubAllEnvs());

// Who is not root runs PostgreSQL as themselves and reaches whatever they own.
describe.runIf(userInfo().uid === 0)('PostgreSQL for the tests of root', () => {
  it('runs from a place that its user can reach', async () => {
    const installed = await findPostgresPrograms();
    const hidden = join(privateFolder(), 'native');
    symlinkSync(installed.folder, hidden);
    const programs = await findPostgresPrograms(hidden);
    const ask = (place: string): string =>
      String(execFileSync(join(place, 'bin/postgres'), ['--version'], { ...programs.user, cwd: '/', stdio: 'pipe' }));
    expect(() => ask(hidden)).toThrow('EACCES');
    expect(ask(programs.folder)).toMatch(/^postgres \(PostgreSQL\)/);
    programs.dispose();
    expect(() => ask(programs.folder)).toThrow('ENOENT');
    installed.dispose();
  });

  it('says why it does not start, and does not hang', async () => {
    vi.stubEnv('TMPDIR', privateFolder());
    await expect(startPostgres()).rejects.toThrow(/^PostgreSQL does not start: initdb .*\n?.*/);
  });
});
