import type { ChatParts } from '../chatParts.ts';
import type { Endpoint } from '../models.ts';
import { refusalOf } from './refusal.ts';

/** What a model is asked, in the words of the OpenAI API. */
export interface Body {
  readonly messages: readonly unknown[];
  readonly max_tokens: number;
  readonly [name: string]: unknown;
}

/** Bytes of an answer; of the text there is less, by the limit of a message. */
const mostBytes = 50_000_000;

/**
 * The answer of a provider, which is a stream unless it cannot. Addresses that the environment has set are called straight; all
 * others by `host.fetch`, which connects to no private network.
 */
export async function call(
  { host, times }: Pick<ChatParts, 'host' | 'times'>,
  endpoint: Endpoint,
  body: Body,
  signal: AbortSignal,
): Promise<Response> {
  const ask = (given: Body): Promise<Response> => {
    const init = {
      method: 'POST',
      headers: headersOf(endpoint),
      body: JSON.stringify({ ...given, model: endpoint.model, stream: true }),
      signal,
    };
    const url = `${endpoint.baseUrl.replace(/\/+$/, '')}/chat/completions`;
    return endpoint.isTrusted
      ? fetch(url, { ...init, redirect: 'error' })
      : host.fetch(url, { ...init, limit: mostBytes, timeout: times.whole });
  };
  let given: Body = { ...body, stream_options: { include_usage: true } };
  // Older servers know no `stream_options`, newer models no `max_tokens`: they say so, and are asked without.
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(given);
    if (answer.ok) return answer;
    const refusal = await refusalOf(answer);
    const other = answer.status === 400 && tries < 2 ? adapted(given, refusal.words) : undefined;
    if (!other) throw refusal;
    given = other;
  }
}

export const headersOf = ({ key }: Pick<Endpoint, 'key'>): Record<string, string> => ({
  'content-type': 'application/json',
  ...(key && { authorization: `Bearer ${key}` }),
});

function adapted(body: Body, words: string): Body | undefined {
  const { stream_options: options, max_tokens, ...rest } = body;
  if (/stream_options/.test(words) && options !== undefined) return { ...rest, max_tokens };
  if (/max_completion_tokens/.test(words) && body['max_completion_tokens'] === undefined)
    return {
      ...rest,
      ...(options !== undefined && { stream_options: options }),
      max_completion_tokens: max_tokens,
    } as never;
  return undefined;
}
