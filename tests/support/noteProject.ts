import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { copyProjectAgain } from './copyProject.ts';
import type { Place } from './databases.ts';
import { noteFile } from './noteVersions.ts';
import { runProgram, type Program } from './program.ts';

interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: Record<string, unknown>;
}
/** A server that answers, and its first administrator. */
interface Started {
  readonly call: (method: string, path: string, token?: string, body?: object) => Promise<Answer>;
  /** The token of a new session. */
  readonly signIn: () => Promise<string>;
  /** What it has said of faults until it ended in order. */
  readonly stop: () => Promise<string>;
}
/** A copy of the project with a table `note`, whose file somebody edits between two starts. */
interface NoteProject {
  /** The fields of the table, and what else its resource says. */
  readonly write: (fields: string, more?: string) => void;
  readonly run: () => Program;
  readonly start: () => Promise<Started>;
}

export function noteProject({ dataDir, databaseUrl }: Place, password: string): NoteProject {
  const root = copyProjectAgain();
  const run = (): Program =>
    runProgram(
      {
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: password,
        LANG: 'en_US.UTF-8',
        LOG_LEVEL: 'fatal',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      },
      root,
    );
  return {
    write: (fields, more) => writeFileSync(join(root, 'resources/note.ts'), noteFile(fields, more)),
    run,
    async start() {
      const program = run();
      const address = await program.address;
      const call: Started['call'] = async (method, path, token = '', body) => {
        const answer = await fetch(`${address}/api/admin/${path}`, {
          method,
          headers: { 'content-type': 'application/json', batoken: token },
          ...(body && { body: JSON.stringify(body) }),
        });
        return (await answer.json()) as Answer;
      };
      return {
        call,
        async signIn() {
          const { data, msg } = await call('POST', 'Index/login', '', { username: 'admin', password });
          return (data['userInfo'] as { token: string } | undefined)?.token ?? expect.fail(msg);
        },
        async stop() {
          program.child.kill('SIGTERM');
          expect(await program.ended).toBe(0);
          return program.output.err;
        },
      };
    },
  };
}
