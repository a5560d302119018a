import type { PluginRequest, StreamEvent } from '#plugin';
import { Problem, type Caller } from '#resource';
import type { AskPart, Turn } from '../../shared/ask.ts';
import type { ChatParts } from '../chatParts.ts';
import { modelsFor, type ChatModel } from '../models.ts';
import { failureOf } from '../provider/failure.ts';
import type { AskRow, ProposalRow } from '../tables/ask.ts';
import { isOwn } from './askOwner.ts';
import { answered, emptyResult, type AskResult } from './loop.ts';
import { proposalOf } from './propose.ts';

/** Questions of a conversation that the model is shown, and characters of each answer. */
const shownTurns = 6;
const shownAnswer = 2000;
/** Milliseconds between two looks at a question that another instance, or another tab, answers. */
const pause = 500;
/** Seconds after which a question that is still being answered has lost its server. */
export const longest = 1200;

/** Whom administrators ask: anybody who answers members may be chosen by name, else the default. */
export async function askedModel(parts: ChatParts): Promise<ChatModel | undefined> {
  const { chat_ask_model: wanted } = await parts.host.settings('chat');
  const models = await modelsFor(parts, { key: '', user: 0 });
  return wanted ? models.find(({ name, endpoint }) => name === wanted || endpoint.model === wanted) : models[0];
}

/** Answers the question while somebody listens; a question that has been answered is told as it is. */
export async function* eventsOf(
  parts: ChatParts,
  { caller, signal }: PluginRequest,
  id: number,
): AsyncGenerator<StreamEvent> {
  const model = await askedModel(parts);
  if (model && (await claimed(parts, caller, id))) {
    const row = await ownAsk(parts, caller, id);
    yield* run(parts, caller, model, row, signal);
  }
  for (let row = await ownAsk(parts, caller, id); !signal.aborted; row = await ownAsk(parts, caller, id)) {
    if (row.status !== 'running' && row.status !== 'waiting') {
      yield { event: 'done', data: await turnOf(parts, row, caller) };
      return;
    }
    if (!model) throw new Problem('chatServer:noModel');
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** One of all who listen answers it. */
const claimed = ({ host }: ChatParts, caller: Caller, id: number): Promise<boolean> =>
  host.transaction(host.system, async ({ rows }) => {
    const row = await rows('chat_ask').lock(id);
    if (row.status !== 'waiting' || !isOwn(row, caller)) return false;
    await rows('chat_ask').edit(id, { status: 'running' });
    return true;
  });

async function* run(
  parts: ChatParts,
  caller: Caller,
  model: ChatModel,
  row: AskRow,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const result = emptyResult();
  let end: { readonly status: 'done' | 'stopped' | 'failed'; readonly error: { readonly key: string } | null } = {
    status: 'stopped',
    error: null,
  };
  try {
    const question = { id: row.id, text: row.question, before: await before(parts, row) };
    for await (const event of answered(parts, caller, model, question, result, signal)) yield { data: event };
    if (!signal.aborted) end = { status: 'done', error: null };
  } catch (error) {
    const failure = failureOf(error, model.endpoint.key);
    parts.host.log(`the model ${model.endpoint.model} has not answered about the tables: ${failure.message}`);
    end = { status: 'failed', error: { key: failure.key } };
  } finally {
    // Also when nobody listens any more: what was looked up until then is noted.
    await store(parts, model, row, result, end);
    note(parts, caller, model, row, result, end.status);
  }
}

async function store(
  parts: ChatParts,
  model: ChatModel,
  { id }: AskRow,
  { text, parts: shown, tokensIn, tokensOut }: AskResult,
  end: { readonly status: 'done' | 'stopped' | 'failed'; readonly error: { readonly key: string } | null },
): Promise<void> {
  const stored = shown.map((part) => (part.type === 'proposal' ? { type: 'proposal', id: part.id } : part));
  await parts
    .rows('chat_ask')
    .edit(id, {
      ...end,
      answer: text.trim().toWellFormed().replaceAll('\0', ''),
      parts: stored as never,
      model_name: model.name,
      tokens_in: tokensIn,
      tokens_out: tokensOut,
    });
}

function note(
  { host }: ChatParts,
  caller: Caller,
  model: ChatModel,
  row: AskRow,
  result: AskResult,
  status: string,
): void {
  host.securityLog({
    caller,
    outcome: status === 'failed' ? 'failed' : 'success',
    target: `question ${row.id} to the tables`,
    title: { 'zh-cn': `数据问答：提问 #${row.id}`, en: `Question to the tables: #${row.id}` },
    detail: { model: model.name, question: row.question.slice(0, 200).toWellFormed(), calls: result.calls },
  });
}

async function before(parts: ChatParts, { id, thread, admin_id, actor_id }: AskRow) {
  const rows = await parts
    .rows('chat_ask')
    .list({ thread, admin_id, actor_id, id: { lt: id }, status: 'done' }, { sort: '-id', limit: shownTurns });
  return rows
    .toReversed()
    .map(({ question, answer }) => ({ question, answer: (answer ?? '').slice(0, shownAnswer).toWellFormed() }));
}

/** A question of the caller's; of others there is none. */
export async function ownAsk(parts: ChatParts, caller: Caller, id: number): Promise<AskRow> {
  const row = await parts.rows('chat_ask').get(id);
  if (!row || !isOwn(row, caller)) throw new Problem('rows:notFound');
  return row;
}

/** A question with its answer, and its proposals as they are now. */
export async function turnOf(parts: ChatParts, row: AskRow, { language }: Caller): Promise<Turn> {
  const error = row.error as { readonly key: string } | null;
  const stored = (row.parts ?? []) as unknown as readonly (
    AskPart | { readonly type: 'proposal'; readonly id: number }
  )[];
  const proposals = new Map<number, ProposalRow>();
  if (stored.some(({ type }) => type === 'proposal'))
    for (const each of await parts.rows('chat_proposal').list({ ask_id: row.id })) proposals.set(each.id, each);
  return {
    id: row.id,
    question: row.question,
    answer: row.answer ?? '',
    parts: stored.flatMap((part): AskPart[] => {
      if (part.type !== 'proposal') return [part];
      const known = proposals.get(part.id);
      return known ? [proposalOf(known)] : [];
    }),
    status: row.status!,
    error: error ? parts.host.translate(error, language) : null,
    create_time: row.create_time,
  };
}

/** Questions whose server was killed while it answered. */
export async function endLostAsks({ host, rows }: ChatParts): Promise<void> {
  const now = host.now();
  const isOver = { or: [{ update_time: { lt: now - longest } }, { update_time: { gt: now + longest } }] };
  const lost = await rows('chat_ask').list({ status: 'running', ...isOver });
  for (const { id } of lost)
    await rows('chat_ask').edit(id, { status: 'failed', error: { key: 'chatServer:provider.cut' } });
}
