import { expect, it } from 'vitest';
import { eachDatabase } from '../support/databases.ts';
import { runProgram } from '../support/program.ts';

const password = 'Killed-99';
/** How often the server is killed; every time at another moment of mixed writes. */
const kills = 25;

interface Answer {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
}

async function call(address: string, method: string, path: string, token: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${address}/api/admin/${path}`, {
    method,
    headers: { batoken: token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer;
}

eachDatabase((_name, _open, place) => {
  it('loses nothing that it has acknowledged, however often it is killed under mixed writes', async () => {
    const { dataDir, databaseUrl } = await place();
    const environment = {
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: password,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    };
    /** Names as they were acknowledged last; a delete acknowledged is null. */
    const acknowledged = new Map<number, string | null>();
    /** A delete that was under way when the server died may have happened or not. */
    const deleting = new Set<number>();
    let group = 0;
    for (let round = 0; round <= kills; round += 1) {
      const program = runProgram(environment);
      const address = await program.address;
      const { data } = await call(address, 'POST', 'Index/login', '', { username: 'admin', password });
      const { token } = data['userInfo'] as { token: string };
      const { data: listed } = await call(address, 'GET', 'auth.group/index?isTree=0&limit=1000', token);
      const names = new Map((listed['list'] as { id: number; name: string }[]).map(({ id, name }) => [id, name]));
      for (const [id, name] of acknowledged) {
        // So may a change; the write before it has happened.
        if (deleting.has(id) && !names.has(id)) acknowledged.delete(id);
        else if (name === null) expect(names.has(id), `group ${id}`).toBe(false);
        else expect([name, `${name}+`]).toContain(names.get(id));
        if (names.has(id)) acknowledged.set(id, names.get(id)!);
      }
      if (round === kills) {
        program.child.kill('SIGTERM');
        expect(await program.ended).toBe(0);
        return;
      }
      const writer = async (): Promise<void> => {
        for (;;) {
          const name = `group ${(group += 1)}`;
          const added = await call(address, 'POST', 'auth.group/add', token, { name, pid: 1 });
          const { id, version } = added.data['row'] as { id: number; version: number };
          acknowledged.set(id, name);
          if (group % 3 === 0) {
            const changed = await call(address, 'POST', 'auth.group/edit', token, { id, version, name: `${name}+` });
            if (changed.code === 1) acknowledged.set(id, `${name}+`);
          }
          if (group % 7 !== 0) continue;
          deleting.add(id);
          if ((await call(address, 'DELETE', `auth.group/del?ids[]=${id}`, token)).code === 1) {
            acknowledged.set(id, null);
            deleting.delete(id);
          }
        }
      };
      const writers = Promise.allSettled(Array.from({ length: 8 }, writer));
      await new Promise((resolve) => setTimeout(resolve, 150 + (round % 6) * 90));
      program.child.kill('SIGKILL');
      await Promise.all([writers, program.ended]);
      expect(acknowledged.size).toBeGreaterThan(round * 5);
    }
  }, 600_000);
});
