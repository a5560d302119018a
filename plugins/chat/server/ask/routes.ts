import { eventStream, KeyedMutex, type PluginPart, type PluginRequest, type PluginRoute } from '#plugin';
import { Invalid, Problem, type Caller } from '#resource';
import type { Asked, AskStart } from '../../shared/ask.ts';
import type { ChatParts } from '../chatParts.ts';
import { idIn, textIn } from '../inputs.ts';
import { randomCode } from '../randomCode.ts';
import { askOwnerOf } from './askOwner.ts';
import { accept, decline } from './decide.ts';
import { askedModel, eventsOf, longest, ownAsk, turnOf } from './run.ts';
import { askNode } from './toolRun.ts';

/** Characters of a question, questions of one person at once, and those of a conversation that are shown. */
const most = { question: 4000, parallel: 3, turns: 50 } as const;

/** Seconds in which whoever has asked listens. */
const patience = 60;

/** The page “Ask your tables”, for administrators of its node, once the settings have switched it on. */
export function askRoutes(parts: ChatParts): PluginPart {
  // Of several questions at once, each finds those that were asked before.
  const mutex = new KeyedMutex();
  const route = (method: 'GET' | 'POST', name: string, handler: PluginRoute['handler']): PluginRoute => ({
    method,
    url: `/admin/chat.ask/${name}`,
    node: askNode,
    handler,
  });
  const whenOn =
    (handler: PluginRoute['handler']): PluginRoute['handler'] =>
    async (request) => {
      const { chat_ask: isOn } = await parts.host.settings('chat');
      if (!isOn) throw new Problem('chatServer:ask.off');
      return handler(request);
    };
  return {
    menu: [
      {
        path: 'chat/ask',
        label: { 'zh-cn': '数据问答', en: 'Ask your tables' },
        icon: 'fa fa-question-circle-o',
        weigh: 61,
        buttons: { use: { 'zh-cn': '提问', en: 'Ask' } },
      },
    ],
    routes: [
      route('GET', 'index', (request) => index(parts, request)),
      {
        ...route(
          'POST',
          'ask',
          whenOn((request) =>
            mutex.runExclusive(`${request.caller.realm} ${request.caller.id}`, () => ask(parts, request)),
          ),
        ),
        rateLimit: { max: 30, timeWindow: 60_000 },
      },
      route(
        'GET',
        'stream',
        whenOn(async (request) => {
          const { id } = await ownAsk(parts, request.caller, idIn(request.query, 'id'));
          return eventStream(eventsOf(parts, request, id));
        }),
      ),
      route(
        'POST',
        'accept',
        whenOn((request) => accept(parts, request)),
      ),
      route(
        'POST',
        'decline',
        whenOn((request) => decline(parts, request)),
      ),
    ],
  };
}

async function index(parts: ChatParts, { caller }: PluginRequest): Promise<AskStart> {
  const { chat_ask: isOn } = await parts.host.settings('chat');
  const rows = parts.rows('chat_ask');
  const [last] = isOn ? await rows.list(askOwnerOf(caller), { sort: '-id', limit: 1 }) : [];
  const turns = last
    ? await rows.list({ ...askOwnerOf(caller), thread: last.thread }, { sort: '-id', limit: most.turns })
    : [];
  return {
    enabled: isOn === 1,
    model: (await askedModel(parts))?.name ?? null,
    turns: await Promise.all(turns.toReversed().map((row) => turnOf(parts, row, caller))),
    thread: last?.thread ?? null,
    longest: most.question,
  };
}

/** Takes a question; it is answered once somebody listens. */
async function ask(parts: ChatParts, { caller, body }: PluginRequest): Promise<Asked> {
  const question = textIn(body, 'text', most.question);
  if (!(await askedModel(parts))) throw new Problem('chatServer:ask.noModel');
  const rows = parts.rows('chat_ask');
  const now = parts.host.now();
  // What a clock has noted that was put back lies too far ahead, and is over.
  const since = (status: 'waiting' | 'running', seconds: number) =>
    rows.count({ ...askOwnerOf(caller), status, update_time: { gt: now - seconds, lt: now + seconds } });
  const running = (await since('waiting', patience)) + (await since('running', longest));
  if (running >= most.parallel) throw new Problem('chatServer:parallel', { count: most.parallel }, { status: 429 });
  const thread = await threadIn(parts, caller, body['thread']);
  const row = await rows.add({ ...askOwnerOf(caller), thread, question });
  return { turn: await turnOf(parts, row, caller), thread };
}

/** A conversation of the caller's own, or a new one. */
async function threadIn(parts: ChatParts, caller: Caller, given: unknown): Promise<string> {
  if (given === undefined || given === null) return randomCode();
  if (typeof given !== 'string' || (await parts.rows('chat_ask').count({ ...askOwnerOf(caller), thread: given })) === 0)
    throw new Invalid({ thread: { key: 'rows:notFound' } });
  return given;
}
