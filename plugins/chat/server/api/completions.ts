import { randomUUID } from 'node:crypto';
import type { PluginPart, PluginRequest } from '#plugin';
import { Problem } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import { tokensIn, tokensOf, wordsOf } from '../generation/context.ts';
import { memberOwner } from '../owner.ts';
import { modelsFor, type ChatModel } from '../models.ts';
import { complete } from '../provider/complete.ts';
import { failureOf } from '../provider/failure.ts';
import type { Part, ToolDelta, Usage } from '../provider/part.ts';
import { ToolCalls, toolCallWire } from '../provider/toolCalls.ts';
import { apiKeyKey, type Watched } from '../underway.ts';
import { assertNoRefusedWord } from '../words.ts';
import { beginCall, type PaidCall } from './call.ts';
import { openaiError } from './failures.ts';
import { bearer, keyOf, noKey, type KeyRow } from './keys.ts';
import { readApiRequest, type ApiRequest } from './request.ts';
import { wordsInSchema } from './schemaWords.ts';

/** The chat for programs of members, as any client of OpenAI speaks to it. */
export function apiRoutes(parts: ChatParts): PluginPart {
  const route = { realm: 'member', node: 'signed-in', bearer: bearer(parts), errorHandler: openaiError } as const;
  return {
    routes: [
      { ...route, method: 'GET', url: '/chat/v1/models', handler: (request) => models(parts, request) },
      {
        ...route,
        method: 'POST',
        url: '/chat/v1/chat/completions',
        body: { limit: 20_000_000, leastRate: 10_000 },
        timeout: parts.times.whole + 60_000,
        handler: (request) => completion(parts, request),
      },
    ],
  };
}

/** Whoever comes with the token of a browser has none. */
async function keyIn(parts: ChatParts, request: PluginRequest): Promise<KeyRow | undefined> {
  const [, secret] = /^Bearer +(\S+)$/i.exec(request.header('authorization') ?? '') ?? [];
  return secret === undefined ? undefined : keyOf(parts, secret);
}

/** Those that the key is for; without one, all. */
async function usable(
  parts: ChatParts,
  request: PluginRequest,
  key: KeyRow | undefined,
): Promise<readonly ChatModel[]> {
  const only = (key?.models ?? []) as readonly number[];
  const all = await modelsFor(parts, memberOwner(request.caller.id));
  return only.length === 0 ? all : all.filter(({ id }) => only.includes(id));
}

async function models(parts: ChatParts, request: PluginRequest): Promise<Response> {
  const data = (await usable(parts, request, await keyIn(parts, request))).map(({ name }) => ({
    id: name,
    object: 'model',
    created: 0,
    owned_by: 'chat',
  }));
  return Response.json({ object: 'list', data });
}

async function completion(parts: ChatParts, request: PluginRequest): Promise<Response> {
  const wanted = readApiRequest(request.body);
  const key = await keyIn(parts, request);
  const model = (await usable(parts, request, key)).find(
    ({ name, endpoint }) => name === wanted.model || endpoint.model === wanted.model,
  );
  if (!model) throw new Problem('chatServer:api.model', { model: wanted.model }, { status: 404 });
  const system = model.systemPrompt ? [{ role: 'system' as const, content: model.systemPrompt }] : [];
  const turns = [...system, ...wanted.turns];
  const counts = [...turns.map(tokensOf), ...wanted.read.map((each) => tokensIn(JSON.stringify(each)))];
  const input = counts.reduce((sum, count) => sum + count, 0);
  if (input >= model.contextLimit) throw new Problem('chatServer:api.tooLong', { model: model.name }, { status: 400 });
  // Only of what the model can read: looking for words in megabytes takes long.
  await assertNoRefusedWord(parts, wordsIn(wanted));
  const most = Math.min(wanted.maxTokens ?? model.maxTokens, model.maxTokens, model.contextLimit - input);
  // Watched from before the key is looked at for the last time: what goes after that ends the answer.
  const watched = parts.underway.watch([memberOwner(request.caller.id).key, ...(key ? [apiKeyKey(key.id)] : [])]);
  let call: PaidCall;
  try {
    call = await paid(beginCall(parts, request.caller, { model, input, most, key: key?.id }));
  } catch (error) {
    watched.forget();
    throw error;
  }
  const answer = new Answer(parts, model, call, request, watched);
  await answer.begin({ ...wanted.options, messages: turns, max_tokens: call.maxTokens });
  return wanted.stream ? streamed(answer, wanted) : whole(answer);
}

/** All that a member has written. What a model has said before is nobody's message, whatever words it has. */
const wordsIn = ({ turns, read }: ApiRequest): string =>
  [
    ...turns.flatMap(({ role, content }) => (role === 'assistant' ? [] : [wordsOf(content)])),
    ...read.map(wordsInSchema),
  ].join('\n');

/** Too few points are what OpenAI calls a quota. */
async function paid(begun: Promise<PaidCall>): Promise<PaidCall> {
  try {
    return await begun;
  } catch (error) {
    if (error instanceof Problem && error.key === 'chatServer:points')
      throw new Problem(error.key, error.params, { status: 402 });
    throw error;
  }
}

type Piece = Pick<Part, 'text' | 'tools'>;

/** What a model answers to one call, settled when it ends, however it does. */
class Answer {
  readonly id = `chatcmpl-${randomUUID()}`;
  readonly created = Math.floor(Date.now() / 1000);
  readonly model: ChatModel;
  reason = 'stop';
  counted = { tokensIn: 0, tokensOut: 0 };
  readonly #parts: ChatParts;
  readonly #call: PaidCall;
  readonly #request: PluginRequest;
  #source: AsyncGenerator<Part> | undefined;
  #first: IteratorResult<Part> | undefined;
  readonly #watched: Watched;

  constructor(parts: ChatParts, model: ChatModel, call: PaidCall, request: PluginRequest, watched: Watched) {
    this.#watched = watched;
    this.#parts = parts;
    this.model = model;
    this.#call = call;
    this.#request = request;
  }

  /** Waits for the first part, so that what fails before has a status of its own. */
  async begin(body: { readonly messages: readonly unknown[]; readonly max_tokens: number }): Promise<void> {
    let isAsked = false;
    const onAsked = (): void => void (isAsked = true);
    const signal = AbortSignal.any([this.#request.signal, this.#watched.gone]);
    this.#source = complete(this.#parts, this.model.endpoint, body, signal, onAsked);
    try {
      this.#first = await this.#source.next();
    } catch (error) {
      await this.#end(undefined, '');
      throw this.#problem(error);
    }
    // Whoever has hung up meanwhile reads nothing of it, but the model has read what was asked, if it was reached.
    if (this.#first.done) await this.#end(isAsked ? { tokensIn: undefined, tokensOut: 0 } : undefined, '');
    if (this.#watched.gone.aborted) throw noKey();
  }

  /** The pieces of the answer. The first is empty: who leaves with it has begun to read, and ends the call. */
  async *pieces(): AsyncGenerator<Piece> {
    let said = '';
    let usage: Usage | undefined;
    let hasFailed = false;
    try {
      yield { text: '' };
      for (let next = this.#first!; !next.done; next = await this.#source!.next()) {
        const part: Part = next.value;
        usage = part.usage ?? usage;
        this.reason = part.reason ?? this.reason;
        if (!part.text && !part.tools) continue;
        // What is called is written by the model, too, and paid for.
        said += part.text ?? '';
        for (const tool of part.tools ?? []) said += (tool.name ?? '') + (tool.arguments ?? '');
        yield part;
      }
    } catch (error) {
      hasFailed = true;
      throw this.#problem(error);
    } finally {
      await this.#source!.return(undefined);
      // What has failed costs nothing; who hangs up pays for what has come.
      this.counted = await this.#end(hasFailed ? undefined : usage, hasFailed ? '' : said);
    }
    if (this.#watched.gone.aborted) throw noKey();
  }

  #end(usage: Usage | undefined, text: string): ReturnType<PaidCall['end']> {
    this.#watched.forget();
    return this.#call.end(usage, text);
  }

  words({ key, params }: Problem): string {
    return this.#parts.host.translate({ key, params }, this.#request.caller.language);
  }

  get usage() {
    const { tokensIn, tokensOut } = this.counted;
    return { prompt_tokens: tokensIn, completion_tokens: tokensOut, total_tokens: tokensIn + tokensOut };
  }

  #problem(error: unknown): Problem {
    const failure = failureOf(error, this.model.endpoint.key);
    this.#parts.host.log(`the model ${this.model.endpoint.model} has not answered a program: ${failure.message}`);
    return new Problem(failure.key, {}, { status: failure.status === 429 ? 429 : 502 });
  }
}

async function whole(answer: Answer): Promise<Response> {
  let content = '';
  const calls = new ToolCalls();
  for await (const { text, tools } of answer.pieces()) {
    content += text ?? '';
    if (tools) calls.add(tools);
  }
  const called = calls.all.map(toolCallWire);
  return Response.json({
    ...headOf(answer, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: content === '' && called.length > 0 ? null : content,
          ...(called.length > 0 && { tool_calls: called }),
          refusal: null,
        },
        logprobs: null,
        finish_reason: answer.reason,
      },
    ],
    usage: answer.usage,
  });
}

const headOf = ({ id, created, model }: Answer, object: string) => ({ id, object, created, model: model.name });

function streamed(answer: Answer, { includeUsage }: ApiRequest): Response {
  const encoder = new TextEncoder();
  const events = eventsOf(answer, includeUsage);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`));
    },
    async cancel() {
      await events.return(undefined);
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
}

/** A piece of a call in the words of OpenAI's API. */
const deltaWire = ({ index, id, name, arguments: input }: ToolDelta): object => ({
  index,
  ...(id !== undefined && { id, type: 'function' }),
  function: { ...(name !== undefined && { name }), arguments: input ?? '' },
});

async function* eventsOf(answer: Answer, includeUsage: boolean): AsyncGenerator<object | string> {
  const head = headOf(answer, 'chat.completion.chunk');
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, logprobs: null, finish_reason }],
  });
  let role: { readonly role?: 'assistant' } = { role: 'assistant' };
  try {
    for await (const { text: content, tools } of answer.pieces()) {
      yield chunk({
        ...role,
        ...(content !== undefined && { content }),
        ...(tools && { tool_calls: tools.map(deltaWire) }),
      });
      role = {};
    }
  } catch (error) {
    // The status is out: an error is an event, which official clients throw.
    yield { error: { message: answer.words(error as Problem), type: 'server_error', param: null, code: null } };
    return;
  }
  yield chunk({}, answer.reason);
  if (includeUsage) yield { ...head, choices: [], usage: answer.usage };
  yield '[DONE]';
}
