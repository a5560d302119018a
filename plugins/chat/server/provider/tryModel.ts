import { Problem, type Message, type SettingsOf } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import { settingsEndpoint, type Endpoint } from '../models.ts';
import { headersOf } from './call.ts';
import { complete } from './complete.ts';
import { failureOf } from './failure.ts';
import { refusalOf } from './refusal.ts';

/** The test of the settings has half a minute. */
const time = 25_000;
type Given = Pick<SettingsOf<'chat'>, 'chat_base_url' | 'chat_api_key' | 'chat_model'>;

/** Lets the model say something; a `Problem` has what the provider said instead. */
export async function tryModel(parts: ChatParts, given: Given): Promise<Message> {
  const endpoint = settingsEndpoint(parts, given);
  if (!endpoint) throw await whichModels(parts, given);
  const body = { messages: [{ role: 'user', content: 'Say hello in one short sentence.' }], max_tokens: 64 };
  let text = '';
  try {
    const times = { ...parts.times, first: time, whole: time };
    for await (const part of complete({ ...pick(parts), times }, endpoint, body, AbortSignal.timeout(time + 1000)))
      if (text.length < 500) text += part.text ?? '';
  } catch (error) {
    throw failedTest(error, endpoint);
  }
  return { key: 'chatServer:test.works', params: { model: endpoint.model, text: text.trim() || '…' } };
}

const pick = ({ host }: ChatParts) => ({ host });

/** Whoever has named none is told which there are. */
async function whichModels(parts: ChatParts, given: Given): Promise<Problem> {
  const endpoint = settingsEndpoint(parts, { ...given, chat_model: '-' })!;
  try {
    const answer = await getModels(parts, endpoint);
    if (!answer.ok) throw await refusalOf(answer);
    const { data } = (await answer.json()) as { data?: readonly { id?: unknown }[] };
    const models = (data ?? []).map(({ id }) => String(id)).slice(0, 20);
    return models.length > 0
      ? new Problem('chatServer:test.noModel', { models: models.join(', ') })
      : new Problem('chatServer:test.noModels');
  } catch (error) {
    return failedTest(error, endpoint);
  }
}

/** What `fetch` says before the system's reason, where there was no connection at all; not where we refused to make one. */
const noConnection = /^fetch failed (?=(?:connect|getaddrinfo) )/;

function failedTest(error: unknown, { baseUrl: address, key }: Endpoint): Problem {
  const { detail, whole } = failureOf(error, key);
  return noConnection.test(detail)
    ? new Problem('chatServer:test.unreachable', { address, words: detail.replace(noConnection, '') })
    : new Problem('chatServer:test.failed', { words: whole });
}

function getModels({ host }: ChatParts, endpoint: Endpoint): Promise<Response> {
  const url = `${endpoint.baseUrl.replace(/\/+$/, '')}/models`;
  const init = { headers: headersOf(endpoint), signal: AbortSignal.timeout(time) };
  return endpoint.isTrusted ? fetch(url, { ...init, redirect: 'error' }) : host.fetch(url, init);
}
