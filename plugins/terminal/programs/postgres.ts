import { spawn } from 'node:child_process';
import { refusal } from './program.ts';

/** What programs of PostgreSQL read from their environment: a password on the command line could be seen by others. */
export function connection(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const given = {
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** Runs one of them to its end, and returns what it prints; throws when it is not installed, or fails, which it says itself. */
export function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.once('error', () => reject(refusal('terminalServer:backup.noProgram', { program })));
    child.once('close', (code) =>
      code === 0 ? resolve(printed) : reject(refusal('terminalServer:backup.programFailed', { program, code })),
    );
  });
}

/** Runs statements on the database of this name; returns the rows, one a line, with `|` between their columns. */
export const query = (
  place: Readonly<Record<string, string>>,
  database: string,
  ...statements: readonly string[]
): Promise<string> =>
  run('psql', ['-XAtq', '--set=ON_ERROR_STOP=1', ...statements.flatMap((each) => ['-c', each])], {
    ...place,
    PGDATABASE: database,
    PGOPTIONS: '-c client_min_messages=warning',
  }).then((text) => text.trim());

/** Throws when the program is of an older major version than the server: it would read nothing of it. */
export async function assertNotOlder(program: string, place: Readonly<Record<string, string>>): Promise<void> {
  const own = Number(/\) (\d+)/.exec(await run(program, ['--version'], {}))?.[1]);
  const server = Number.parseInt(await query(place, place['PGDATABASE'] ?? '', 'SHOW server_version'), 10);
  if (own < server) throw refusal('terminalServer:backup.oldProgram', { program, own, server });
}

/** As SQL has names and texts. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
