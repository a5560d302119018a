import type { PluginPart, PluginRequest, PluginRoute } from '#plugin';
import type { Chat } from '../chat.ts';
import { continueAnswer, regenerate, stop } from './answering.ts';
import { archive, feedback, pin, remove, rename, restore, select, share } from './changes.ts';
import { conversation, conversations } from './conversations.ts';
import { exportMarkdown, shared } from './reading.ts';
import { send } from './send.ts';
import { start } from './start.ts';
import { stream } from './stream.ts';

type Handler = (chat: Chat, request: PluginRequest) => unknown;

const reads: Readonly<Record<string, Handler>> = {
  start,
  conversations,
  conversation,
  stream,
  shared,
  export: exportMarkdown,
};
const writes: Readonly<Record<string, Handler>> = {
  send,
  stop,
  regenerate,
  continue: continueAnswer,
  select,
  feedback,
  rename,
  pin,
  archive,
  delete: remove,
  restore,
  share,
};

/** What members and visitors call, below `/api/chat`. */
export function chatRoutes(chat: Chat): PluginPart {
  const route = (method: 'GET' | 'POST', name: string, handler: Handler): PluginRoute => ({
    method,
    url: `/chat/${name}`,
    realm: 'member',
    realmOptional: true,
    node: 'everyone',
    visitors: true,
    // A member's message never goes out as a visitor's. What is shared is for everybody.
    refusesStaleTokens: handler !== shared,
    handler: (request) => handler(chat, request),
  });
  return {
    routes: [
      ...Object.entries(reads).map(([name, handler]) => route('GET', name, handler)),
      ...Object.entries(writes).map(([name, handler]) => route('POST', name, handler)),
    ],
  };
}
