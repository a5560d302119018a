import { expect } from 'vitest';
import { testPlugin } from '#test';
import { addMember, books } from './books.ts';
import { assertChain } from './race.ts';
import { runServer } from './runServer.ts';

/** Switches the other plugins off for good: a start takes half the time without them. */
async function withoutOthers(environment: Readonly<Record<string, string>>, batoken: string): Promise<void> {
  const { child, ended, address } = await runServer(environment);
  const headers = { batoken, 'content-type': 'application/json' };
  // The server begins anew with each of them, and answers nobody for that moment.
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T | undefined> =>
    fetch(`${address}/api/admin/module/${path}`, { ...init, headers }).then(
      (answer) => answer.json() as Promise<T>,
      () => undefined,
    );
  const others = async () => {
    const answer = await ask<{ data: { installed: readonly { uid: string; wanted: boolean }[] } }>('index');
    return answer?.data.installed.filter(({ uid, wanted }) => wanted && uid !== 'member').map(({ uid }) => uid);
  };
  await expect
    .poll(
      async () => {
        const left = await others();
        const [uid] = left ?? [];
        if (uid !== undefined) await ask('changeState', { method: 'POST', body: JSON.stringify({ uid, state: 0 }) });
        return left;
      },
      { timeout: 300_000 },
    )
    .toEqual([]);
  child.kill();
  await ended;
}

/** How many spend at the same time. */
const senders = 8;

/** Kills the server so many times while it spends: every entry that was acknowledged is there, and the chain is whole. */
export function spendsAndKills(kills: number): void {
  const book = books();
  testPlugin(
    `every entry that was acknowledged is there after ${kills} kills`,
    book.plugins,
    async (first, { dataDir, databaseUrl, start }) => {
      const { id } = await addMember(book, 'ann');
      await book.ledger.adjust({
        currency: 'score',
        user: id,
        amount: 100_000,
        memo: 'x',
        reason: 'test',
        key: 'fill',
      });
      const batoken = await first.signIn();
      await first.close();
      const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
      // Worth it where it starts often.
      if (kills > 5) await withoutOthers(environment, batoken);
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
        const spending = Array.from({ length: senders }, () => spend().catch(() => {}));
        const before = acknowledged;
        await expect
          .poll(() => acknowledged, { interval: 1, timeout: 300_000 })
          .toBeGreaterThan(before + 5 + (round % 5) * 7);
        child.kill('SIGKILL');
        await ended;
        await Promise.all(spending);
      }
      await start(book.plugins);
      const entries = await assertChain(book, id);
      const booked = entries - 1;
      // None is lost; none is there twice: of those that nobody was told of, each sender had one under way at each kill.
      expect(booked).toBeGreaterThanOrEqual(acknowledged);
      expect(booked - acknowledged).toBeLessThanOrEqual(kills * senders);
      if (kills > 5)
        process.stdout.write(
          `${databaseUrl ? 'PostgreSQL' : 'SQLite'}: ${kills} kills, ${acknowledged} acknowledged, ${booked} booked\n`,
        );
      expect(acknowledged).toBeGreaterThan(0);
    },
  );
}
