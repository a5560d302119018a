import { Problem, type Json } from '#resource';
import type { Turn } from '../generation/context.ts';
import { formatIn, isAbsent, settingsIn } from './settings.ts';
import { wrong } from './wrong.ts';

/** What a program asks, as far as it is passed on. */
export interface ApiRequest {
  readonly model: string;
  readonly turns: readonly Turn[];
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly maxTokens: number | undefined;
  /** Tools, the format of the answer and settings of the model, which are passed on. */
  readonly options: Readonly<Record<string, Json>>;
  /** Those of them that the model reads as it reads messages. */
  readonly read: readonly Json[];
}

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool']);
const mostMessages = 1000;

/** Reads a request for a completion; what is wrong is named as OpenAI does. */
export function readApiRequest(body: Readonly<Record<string, unknown>>): ApiRequest {
  const { model, messages, stream, stream_options: streaming } = body;
  if (typeof model !== 'string' || model === '') throw wrong('model');
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > mostMessages) throw wrong('messages');
  if (!isAbsent(body['functions']) || !isAbsent(body['function_call'])) throw new Problem('chatServer:api.noFunctions');
  if (!isAbsent(body['n']) && body['n'] !== 1) throw wrong('n');
  if (!isAbsent(stream) && typeof stream !== 'boolean') throw wrong('stream');
  const given = body['max_completion_tokens'] ?? body['max_tokens'];
  if (!isAbsent(given) && !(Number.isSafeInteger(given) && Number(given) > 0)) throw wrong('max_tokens');
  const { tools, ...choices } = toolsIn(body);
  const read = { ...(tools && { tools }), ...formatIn(body) };
  return {
    model,
    turns: messages.map(readTurn),
    stream: stream === true,
    includeUsage: (streaming as { include_usage?: unknown } | undefined)?.include_usage === true,
    maxTokens: typeof given === 'number' ? given : undefined,
    options: { ...read, ...choices, ...settingsIn(body) },
    read: Object.values(read),
  };
}

function readTurn(given: unknown, at: number): Turn {
  const { role, content, tool_calls: calls, tool_call_id: of } = (given ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof role !== 'string' || !roles.has(role)) throw wrong(`messages[${at}].role`);
  const called = role === 'assistant' ? callsIn(calls, at) : undefined;
  if (role === 'tool' && !isName(of)) throw wrong(`messages[${at}].tool_call_id`);
  const isEmpty = (content === undefined || content === null) && called !== undefined;
  return {
    role: (role === 'developer' ? 'system' : role) as Turn['role'],
    content: isEmpty ? null : isText(content) ? content : readParts(content, at),
    ...(called && { tool_calls: called }),
    ...(role === 'tool' && { tool_call_id: of as string }),
  };
}

/** Half of a pair of surrogates is no letter: providers refuse all of a request that has one. */
const isText = (given: unknown): given is string => typeof given === 'string' && given.isWellFormed();

/** Pictures come within the request: no address of ours or of others is fetched for it. */
function readParts(content: unknown, at: number): readonly object[] {
  if (!Array.isArray(content) || content.length === 0) throw wrong(`messages[${at}].content`);
  return content.map((part: unknown) => {
    const { type, text, image_url: image } = (part ?? {}) as Readonly<Record<string, unknown>>;
    if (type === 'text' && isText(text)) return { type, text };
    const url = (image as { url?: unknown } | undefined)?.url;
    if (type === 'image_url' && typeof url === 'string' && /^data:image\/(?:png|jpeg|gif|webp);base64,/.test(url))
      return { type, image_url: { url } };
    throw wrong(`messages[${at}].content`);
  });
}

const mostTools = 128;
const longestName = 256;
const isName = (given: unknown): given is string =>
  typeof given === 'string' && given !== '' && given.length <= longestName;
const toolName = /^[\w-]{1,64}$/;

/** What the program's own tools are: they run there, never here. */
function toolsIn(body: Readonly<Record<string, unknown>>): Readonly<Record<string, Json>> {
  const { tools, tool_choice: choice, parallel_tool_calls: parallel } = body;
  if (isAbsent(tools)) return {};
  if (!Array.isArray(tools) || tools.length === 0 || tools.length > mostTools) throw wrong('tools');
  for (const [at, tool] of tools.entries())
    if (!toolName.test(functionOf(tool)?.name ?? '')) throw wrong(`tools[${at}].function.name`);
  if (!isAbsent(parallel) && typeof parallel !== 'boolean') throw wrong('parallel_tool_calls');
  return {
    tools: tools as Json[],
    ...(!isAbsent(choice) && { tool_choice: readChoice(choice) }),
    ...(!isAbsent(parallel) && { parallel_tool_calls: parallel }),
  };
}

/** Which tool is to be called: of one that is named nothing but the name, for whatever stands beside it is not counted. */
function readChoice(choice: unknown): Json {
  if (['none', 'auto', 'required'].includes(choice as string)) return choice as string;
  const { name = '' } = functionOf(choice) ?? {};
  if (!toolName.test(name)) throw wrong('tool_choice');
  return { type: 'function', function: { name } };
}

/** The function of a tool, of a choice or of a call. */
function functionOf(given: unknown): { readonly name: string; readonly arguments: unknown } | undefined {
  const { type, function: named } = (given ?? {}) as { readonly type?: unknown; readonly function?: unknown };
  if (type !== 'function' || typeof named !== 'object' || named === null) return undefined;
  const { name, arguments: input } = named as { readonly name?: unknown; readonly arguments?: unknown };
  return typeof name === 'string' ? { name, arguments: input } : undefined;
}

/** What a model has called before, as the program has it from us. */
function callsIn(given: unknown, at: number): readonly object[] | undefined {
  if (given === undefined || given === null) return undefined;
  if (!Array.isArray(given) || given.length === 0 || given.length > mostTools)
    throw wrong(`messages[${at}].tool_calls`);
  return given.map((each: unknown) => {
    const { id } = (each ?? {}) as { readonly id?: unknown };
    const { name, arguments: input } = functionOf(each) ?? {};
    if (!isName(id) || !isName(name) || typeof input !== 'string') throw wrong(`messages[${at}].tool_calls`);
    return { id, type: 'function', function: { name, arguments: input } };
  });
}
