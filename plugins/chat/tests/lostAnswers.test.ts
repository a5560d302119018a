import { sql } from 'kysely';
import { expect } from 'vitest';
import { testPlugin } from '#test';
import { chat } from '../server.ts';
import { members } from './members.ts';

const centre = await members();
if (centre) {
  const plugin = chat({ environment: {} });
  testPlugin(
    'a lost answer whose points cannot be given free keeps no other waiting',
    [plugin, ...centre.plugins],
    async (server) => {
      const { host, ledger } = centre;
      const answers = host.rows('chat_message', host.system);
      const lost = async (name: string) => {
        const user = await centre.join(name, 10);
        const values = { code: name.padEnd(22, '0'), title: name, owner: `m${user}`, user_id: user };
        const { id: conversation_id } = await host.rows('chat_conversation', host.system).add(values);
        const role = 'assistant' as const;
        const more = { role, status: 'running' as const, output: 'gone', reserved: 4, turn: 1 };
        const { id } = await answers.add({ conversation_id, ...more });
        const hold = { key: `chat ${id} 1`, amount: 4, memo: 'x', reason: 'test', seconds: 6000 };
        await (ledger as unknown as { reserve(hold: object): Promise<unknown> }).reserve({
          currency: 'score',
          user,
          ...hold,
        });
        return { id, user };
      };
      const [ann, bob] = [await lost('ann'), await lost('bob')];
      await server.app.database.write(({ db, touch }) => {
        touch('user');
        return sql`UPDATE "user" SET score_held = 0 WHERE id = ${ann.user}`.execute(db);
      });
      const recover = plugin.jobs!.find(({ name }) => name === 'recover')!;
      await recover.run({ host } as never);
      expect(await answers.get(bob.id)).toMatchObject({ status: 'interrupted' });
      expect(await centre.points(bob.user)).toEqual([10, 10]);
      expect(await answers.get(ann.id)).toMatchObject({ status: 'running' });
      expect(server.logged.join('')).toContain(`lost answer ${ann.id}`);
    },
  );
}
