import { job, type PluginPart } from '#plugin';
import type { Chat } from '../chat.ts';
import { memberOwner, visitorOwner } from '../owner.ts';
import { recoverAll } from './recover.ts';

/** What happens beside requests: answers that are ended from elsewhere, or whose server is gone, and history that changes hands. */
export function running({ parts, generations, titles }: Chat): PluginPart {
  const recover = job({ name: 'recover', schedule: '* * * * *', run: () => recoverAll(parts) });
  return {
    jobs: [recover],
    async start(host) {
      await host.subscribe('chat.stop', ({ message }) => void generations.stop(message));
      await host.subscribe('chat.gone', ({ what }) => parts.underway.end(what));
      await host.subscribe('chat.passedOn', ({ from, to }) => parts.underway.passOn(from, to));
      await host.subscribe('account-closed', ({ realm, id }) => {
        if (realm === 'member') parts.underway.end([memberOwner(id).key]);
      });
      await host.subscribe('chat.titled', ({ conversation, title }) => titles.tell(conversation, title));
      await host.subscribe('before-stop', () => generations.interruptAll());
      await host.subscribe('visitor-signed-in', async ({ realm, id, visitor }) => {
        if (realm === 'member') await takeOver(visitor, id);
      });
      await recoverAll(parts);
    },
  };

  /** What somebody asked before they signed in is theirs from now on. */
  async function takeOver(visitor: string, member: number): Promise<void> {
    const { key, user } = memberOwner(member);
    const from = visitorOwner(visitor).key;
    await parts.host.transaction(parts.host.system, async ({ rows }) => {
      const own = rows('chat_conversation');
      for (const { id } of await own.list({ owner: from })) await own.edit(id, { owner: key, user_id: user });
    });
    await parts.host.publish('chat.passedOn', { from, to: key });
  }
}
