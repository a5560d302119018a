import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { expect } from 'vitest';

/** A client of a stream that remembers all that has come. */
export interface EventReader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly events: readonly EventSourceMessage[];
  /** Those of the heartbeat are empty. */
  readonly comments: readonly string[];
  /** Everything, as it came. */
  readonly text: string;
  /** Undefined while it goes on; `cut` when the connection broke. */
  readonly end: 'complete' | 'cut' | undefined;
  readonly answer: IncomingMessage;
  /** Waits until that many events are there. */
  count(number: number): Promise<void>;
  ended(): Promise<void>;
  close(): void;
}

export function readEvents(
  address: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<EventReader> {
  const events: EventSourceMessage[] = [];
  const comments: string[] = [];
  const parser = createParser({
    onEvent: (event) => void events.push(event),
    onComment: (comment) => void comments.push(comment),
  });
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers: { 'think-lang': 'en', ...headers }, agent: false }, (answer) => {
      const state: { text: string; end: EventReader['end'] } = { text: '', end: undefined };
      answer.setEncoding('utf8').on('data', (text: string) => {
        state.text += text;
        parser.feed(text);
      });
      answer.on('end', () => (state.end ??= 'complete')).on('error', () => (state.end ??= 'cut'));
      resolve({
        status: answer.statusCode!,
        headers: answer.headers,
        events,
        comments,
        answer,
        get text() {
          return state.text;
        },
        get end() {
          return state.end;
        },
        count: (number) => expect.poll(() => events.length).toBeGreaterThanOrEqual(number),
        ended: () => expect.poll(() => state.end).toBeDefined(),
        close: () => asked.destroy(),
      });
    });
    asked.on('error', reject).end();
  });
}
