import { KeyedMutex, type PluginPart, type PluginRequest, type PluginRoute } from '#plugin';
import type { Chat } from '../chat.ts';
import { ownerOf } from '../owner.ts';
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
/** What reads a conversation with its files, before anybody is told that they ask too much. */
const answers: Readonly<Record<string, Handler>> = { send, regenerate, continue: continueAnswer };
const writes: Readonly<Record<string, Handler>> = {
  stop,
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
  const mutex = new KeyedMutex();
  const oneByOne =
    (handler: Handler): Handler =>
    (given, request) =>
      mutex.runExclusive(ownerOf(request).key, async () => handler(given, request));
  const route = (method: 'GET' | 'POST', name: string, handler: Handler): PluginRoute => ({
    method,
    url: `/chat/${name}`,
    realm: 'member',
    realmOptional: true,
    node: 'everyone',
    visitors: true,
    // A member's message never goes out as a visitor's. What is shared is for everybody.
    refusesStaleTokens: handler !== shared,
    ...(handler === shared && { rateLimit: { max: 120, timeWindow: 60_000 } }),
    handler: (request) => handler(chat, request),
  });
  return {
    routes: [
      ...Object.entries(reads).map(([name, handler]) => route('GET', name, handler)),
      ...Object.entries(writes).map(([name, handler]) => route('POST', name, handler)),
      ...Object.entries(answers).map(([name, handler]) => route('POST', name, oneByOne(handler))),
    ],
  };
}
