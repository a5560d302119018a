import axios from 'axios';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { Code } from '#resource';
import { heldConnection } from './connections.ts';
import { currentSender, followSession, headersFor, uriOf, type Envelope } from './http.ts';
import { HttpProblem } from './problem.ts';
import { failureOf } from './failure.ts';
import { currentRealm } from '../realms/registry.ts';
import { personIn } from '../realms/session.ts';
import type { ServerEvent, StreamOptions } from './serverEvent.ts';
import { sharedEvents } from './sharedEvents.ts';

/** By this comment the server says that a stream is complete, and was not cut off (`src/server/routes/eventFrame.ts`). */
const complete = 'end';
/** Statuses of what passes: no answer, too many at a time, a server that starts anew or cannot be reached. */
const passing = new Set([0, 429, 502, 503, 504]);
/** Milliseconds until a stream that broke is opened again: the first time, and at the most. */
const pauses = { first: 500, most: 30_000 };

/**
 * Events of the server as they come, until it says that there are no more. A connection that breaks is opened again, after
 * the last event that has come; a refusal, and an event `error`, is thrown as a `HttpProblem`.
 *
 *     for await (const { data } of stream('/admin/report.progress/index', { signal })) show(JSON.parse(data));
 */
export async function* stream(url: string, options: StreamOptions = {}): AsyncGenerator<ServerEvent, void, undefined> {
  const realm = currentRealm();
  const key = JSON.stringify([personIn(realm) ?? realm.name, url, options.query ?? {}]);
  const open = (lastEventId: string, signal: AbortSignal) => connected(url, { ...options, lastEventId, signal });
  yield* options.shared ? sharedEvents(key, open, options) : open(options.lastEventId ?? '', options.signal ?? never());
}

const never = (): AbortSignal => new AbortController().signal;

/** Opens the stream again and again until it is complete. */
async function* connected(
  url: string,
  options: StreamOptions & { readonly lastEventId: string; readonly signal: AbortSignal },
): AsyncGenerator<ServerEvent, void, undefined> {
  const { signal, patience = Infinity } = options;
  let { lastEventId } = options;
  let failed = 0;
  let since = Infinity;
  while (!signal.aborted) {
    const held = await heldConnection(signal, () => lastEventId !== '').catch(() => undefined);
    if (!held) return;
    try {
      for await (const each of eventsOf(url, { ...options, lastEventId, signal: held.signal })) {
        if (each === complete) return;
        failed = 0;
        since = Infinity;
        if (each.id !== '') lastEventId = each.id;
        yield each;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof HttpProblem && !passing.has(error.statusCode)) throw error;
    } finally {
      held.release();
    }
    // Given up for another tab, it waits for its turn and not for the server.
    if (held.signal.aborted) continue;
    // Most are there again at once, and nobody need know.
    if (failed > 0) options.onConnection?.(false);
    const now = Date.now();
    since = Math.min(since, now);
    const left = since + patience - now;
    if (left <= 0) throw failureOf(new axios.AxiosError());
    await pause(Math.min(pauses.first * 2 ** failed++, pauses.most, left), signal);
  }
}

/** One connection: its events, and the word that says that they are all. */
async function* eventsOf(
  url: string,
  options: StreamOptions & { readonly signal: AbortSignal },
): AsyncGenerator<ServerEvent | typeof complete, void, undefined> {
  const answer = await ask(url, options);
  options.onConnection?.(true);
  const found: (ServerEvent | typeof complete)[] = [];
  const parser = createParser({
    onEvent: ({ id = '', event = 'message', data }: EventSourceMessage) => void found.push({ id, event, data }),
    onComment: (comment) => comment.trim() === complete && found.push(complete),
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parser.feed(next.value);
      for (const each of found.splice(0)) {
        if (each !== complete && each.event === 'error') throw problemIn(each.data);
        yield each;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function ask(
  url: string,
  options: StreamOptions & { readonly signal: AbortSignal },
  isReplay = false,
): Promise<Response> {
  const sender = currentSender();
  const { query, lastEventId, signal } = options;
  const answer = await fetch(uriOf(url, query), {
    signal,
    cache: 'no-store',
    headers: {
      ...headersFor(sender.realm),
      accept: 'text/event-stream',
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
  }).catch((error: unknown) => {
    throw failureOf(error);
  });
  if (answer.ok && answer.headers.get('content-type')?.startsWith('text/event-stream')) return answer;
  const envelope = await envelopeIn(answer);
  if (await followSession(envelope, answer.status, { ...sender, isReplay, quiet: true }))
    return ask(url, options, true);
  throw new HttpProblem(envelope.msg, { statusCode: answer.status, code: envelope.code, data: envelope.data });
}

async function envelopeIn(answer: Response): Promise<Envelope> {
  const found: unknown = await answer.json().catch(() => undefined);
  return typeof found === 'object' && found !== null && 'code' in found
    ? (found as Envelope)
    : { code: Code.failure, msg: answer.statusText, data: null };
}

function problemIn(data: string): HttpProblem {
  const { code, msg, data: more } = JSON.parse(data) as Envelope;
  return new HttpProblem(msg, { statusCode: 200, code, data: more });
}

/** Shorter where the browser comes back to a network meanwhile. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      removeEventListener('online', over);
      resolve();
    };
    const timer = setTimeout(over, milliseconds);
    signal.addEventListener('abort', over);
    addEventListener('online', over);
  });
