import { request } from 'node:http';
import type { TestServer } from '#test';
import type { RunAnswer, TerminalMessage } from '../shared/protocol.ts';

export interface Viewed {
  readonly messages: readonly TerminalMessage[];
  /** Lines of output only. */
  readonly lines: readonly string[];
  /** What is not stored, as it was shown, for who asks with `partial=1`. */
  readonly partial: readonly string[];
  /** Messages of the server only. */
  readonly controls: readonly string[];
  readonly lastId: string | undefined;
  /** Resolves with how the answer has ended. */
  readonly ended: Promise<'complete' | 'cut'>;
  /** Resolves when a line has come that matches; rejects when the answer ends without one. */
  seen(pattern: RegExp): Promise<void>;
  close(): void;
}

export interface ViewOptions {
  readonly token?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly lastEventId?: string;
  readonly language?: string;
  /** Default: that of the specification. */
  readonly url?: string;
}

/** A client of the stream, as the specification has it unless `chunks` is in the query. */
export function view(
  server: Pick<TestServer, 'port'>,
  command: string,
  uuid: string,
  { token, query = {}, lastEventId, language = 'en', url = 'Terminal/index' }: ViewOptions,
): Viewed {
  const address = new URLSearchParams({ command, uuid, extend: '', ...query });
  const messages: TerminalMessage[] = [];
  const [lines, controls, partial]: [string[], string[], string[]] = [[], [], []];
  const waiting = new Set<{ readonly pattern: RegExp; resolve(): void }>();
  const isSeen = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
  let lastId: string | undefined;
  const take = (block: string): void => {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    lastId = /^id: (.*)$/m.exec(block)?.[1] ?? lastId;
    if (data === undefined) return;
    const message = JSON.parse(data) as TerminalMessage;
    messages.push(message);
    if (message.partial) partial.push(message.data);
    else if (message.control) controls.push(message.data);
    else for (const line of String(message.data).split('\n')) lines.push(line);
    for (const each of waiting)
      if (isSeen(each.pattern)) {
        waiting.delete(each);
        each.resolve();
      }
  };
  const { promise: ended, resolve: end } = Promise.withResolvers<'complete' | 'cut'>();
  const asked = request(
    {
      port: server.port,
      host: '127.0.0.1',
      path: `/api/admin/${url}?${address}`,
      agent: false,
      headers: {
        'think-lang': language,
        ...(token !== undefined && { batoken: token }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
    },
    (answer) => {
      let rest = '';
      let isComplete = false;
      answer.setEncoding('utf8').on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop()!;
        for (const block of blocks) {
          if (block === ': end') isComplete = true;
          take(block);
        }
      });
      answer.once('close', () => end(isComplete ? 'complete' : 'cut'));
    },
  );
  asked.on('error', () => end('cut')).end();
  return {
    messages,
    lines,
    partial,
    controls,
    ended,
    get lastId() {
      return lastId;
    },
    seen: (pattern) =>
      new Promise((resolve, reject) => {
        if (isSeen(pattern)) return resolve();
        waiting.add({ pattern, resolve });
        void ended.then(() => {
          if (!isSeen(pattern))
            reject(new Error(`${command} ended without ${pattern}: ${lines.slice(-20).join('\n')}`));
        });
      }),
    close: () => asked.destroy(),
  };
}

/** Runs a command to its end. */
export async function runToEnd(
  server: Pick<TestServer, 'port'>,
  command: string,
  uuid: string,
  options: ViewOptions,
): Promise<Viewed> {
  const viewed = view(server, command, uuid, options);
  await viewed.ended;
  return viewed;
}

export async function runOf(server: TestServer, token: string, uuid: string): Promise<RunAnswer | undefined> {
  const { json } = await server.request('POST', '/api/admin/Terminal/runs', { token, body: { uuids: [uuid] } });
  return (json.data['runs'] as RunAnswer[])[0];
}
