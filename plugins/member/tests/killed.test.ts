import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { addMember, books } from './books.ts';
import { assertChain } from './race.ts';

const root = join(import.meta.dirname, '../../..');
/** By hand: `KILLS=50 npx vitest run … plugins/member/tests/killed.test.ts`. */
const kills = Number(process.env['KILLS'] ?? 2);

async function runServer(environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', LC_ALL: 'en', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (data: Buffer) => {
      const found = /http:\/\/localhost:(\d+)/.exec((out += data.toString()));
      if (found) resolve(`http://127.0.0.1:${found[1]}`);
    });
    void ended.then(() => reject(new Error(out)));
  });
  return { child: child as ChildProcess, ended, address };
}

const book = books();
testPlugin(
  'every entry that was acknowledged is there, however often the server is killed',
  book.plugins,
  async (first, { dataDir, databaseUrl, start }) => {
    const { id } = await addMember(book, 'ann');
    await book.ledger.adjust({ currency: 'score', user: id, amount: 100_000, memo: 'x', reason: 'test', key: 'fill' });
    const batoken = await first.signIn();
    await first.close();
    const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    let acknowledged = 0;
    for (let round = 0; round < kills; round += 1) {
      const { child, ended, address } = await runServer(environment);
      const spend = async (): Promise<void> => {
        for (;;) {
          const answer = await fetch(`${address}/api/admin/user.scoreLog/add`, {
            method: 'POST',
            headers: { batoken, 'content-type': 'application/json' },
            body: JSON.stringify({ user_id: id, score: -1, memo: 'killed' }),
          });
          if (((await answer.json()) as { code: number }).code === 1) acknowledged += 1;
        }
      };
      const spending = Array.from({ length: 8 }, () => spend().catch(() => {}));
      const before = acknowledged;
      await expect.poll(() => acknowledged, { interval: 1 }).toBeGreaterThan(before + 5 + round * 7);
      child.kill('SIGKILL');
      await ended;
      await Promise.all(spending);
    }
    await start(book.plugins);
    const entries = await assertChain(book, id);
    expect(entries - 1).toBeGreaterThanOrEqual(acknowledged);
    expect(acknowledged).toBeGreaterThan(0);
  },
);
