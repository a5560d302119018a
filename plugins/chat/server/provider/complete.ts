import { createParser } from 'eventsource-parser';
import type { ChatParts } from '../chatParts.ts';
import type { Endpoint } from '../models.ts';
import { call, type Body } from './call.ts';
import { failureOf, ProviderFailure } from './failure.ts';
import { noticeSent } from './noticeSent.ts';
import { readPart, type Part } from './part.ts';
import { watchdog, type Watchdog } from './watchdog.ts';

/** Bytes of one event. */
const mostEvent = 1_000_000;

/**
 * Asks a model and gives the parts of its answer as they come. A `ProviderFailure` says why it broke off; what was aborted by
 * `signal` just ends. `onAsked` is called once the question is on its way to the provider. A stream that ends without having said
 * that it is complete counts as cut off.
 */
export async function* complete(
  parts: Pick<ChatParts, 'host' | 'times'>,
  endpoint: Endpoint,
  body: Body,
  signal: AbortSignal,
  onAsked: () => void = () => {},
): AsyncGenerator<Part> {
  const watch = watchdog(parts.times, signal);
  let isComplete = false;
  try {
    const answer = await noticeSent(onAsked, () => call(parts, endpoint, body, watch.signal));
    if (!answer.body) throw new ProviderFailure('chatServer:provider.unreadable', 'an answer without a body');
    for await (const part of partsOf(answer, watch)) {
      if (part.isEnd) {
        isComplete = true;
        watch.closing();
      }
      yield part;
    }
    if (!isComplete) throw new ProviderFailure('chatServer:provider.cut', 'the stream ended in the middle');
  } catch (error) {
    if (signal.aborted || isComplete) return;
    throw failureOf(watch.failure ?? error, endpoint.key);
  } finally {
    watch.end();
  }
}

/** Events may be cut anywhere, characters too: both the decoder and the parser wait for the rest. */
async function* partsOf(answer: Response, watch: Watchdog): AsyncGenerator<Part> {
  // Some answer at once and whole, whatever they were asked.
  if (/\bjson\b/.test(answer.headers.get('content-type') ?? '')) {
    yield* readPart(await answer.text());
    return;
  }
  const found: string[] = [];
  let waiting = 0;
  const parser = createParser({
    onEvent({ data }) {
      waiting = 0;
      found.push(data);
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>) {
    watch.alive();
    waiting += bytes.byteLength;
    if (waiting > mostEvent) throw new ProviderFailure('chatServer:provider.unreadable', 'an event without an end');
    parser.feed(decoder.decode(bytes, { stream: true }));
    for (const part of together(found.splice(0))) {
      yield part;
      if (part.isDone) return;
    }
  }
}

/** Nothing comes behind one that is done. */
type LastPart = Part & { readonly isDone?: true };

/** What has come at once goes on at once: a text of many events is one part. */
function* together(events: readonly string[]): Generator<LastPart> {
  let text = '';
  try {
    for (const data of events) {
      const parts: Iterable<LastPart> = data === '[DONE]' ? [{ isEnd: true, isDone: true }] : readPart(data);
      for (const part of parts) {
        if (isTextOnly(part)) {
          text += part.text;
          continue;
        }
        if (text !== '') yield { text };
        text = '';
        yield part;
      }
    }
  } catch (error) {
    // What came before an event that says that it has failed, or cannot be read, is a part of the answer.
    if (text !== '') yield { text };
    throw error;
  }
  if (text !== '') yield { text };
}

const isTextOnly = ({ text, tools, usage, isEnd }: Part): boolean =>
  text !== undefined && !tools && !usage && isEnd === undefined;
