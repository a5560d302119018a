import type { PluginPart, PluginRequest } from '#plugin';
import { Problem } from '#resource';
import type { Transcript, TranscriptMessage } from '../shared/transcript.ts';
import type { ChatParts } from './chatParts.ts';
import { idIn } from './inputs.ts';
import { noteReading } from './noteReading.ts';
import type { MessageRow } from './tables/message.ts';

/** Messages that are shown at the most; the file of the action `read` has all. */
const most = 500;

/** The record of a conversation shows what was written in it. */
export const transcriptRoutes = (parts: ChatParts): PluginPart => ({
  routes: [
    {
      method: 'POST',
      url: '/admin/chat.transcript/index',
      node: 'chat/conversation/read',
      readOnly: true,
      handler: (request) => transcript(parts, request),
    },
  ],
});

async function transcript(parts: ChatParts, { caller, body }: PluginRequest): Promise<Transcript> {
  const found = await parts.host.rows('chat_conversation', caller).get(idIn(body, 'id'));
  if (!found) throw new Problem('rows:notFound');
  const where = { conversation_id: found.id };
  const latest = await parts.rows('chat_message').list(where, { sort: '-id', limit: most + 1 });
  noteReading(parts, caller, found);
  return { messages: latest.slice(0, most).map(shown).toReversed(), isCut: latest.length > most };
}

const shown = (row: MessageRow): TranscriptMessage => {
  const { id, parent_id, role, model_name, status, text, detail, provider_words, create_time } = row;
  return { id, parent_id, role, model_name, status, text, detail, provider_words, create_time };
};
