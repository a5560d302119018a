import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseQueryString } from '../../src/server/http/parseQueryString.ts';

/** A request as a server of the protocol understands it. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  /** Read by the product's own parser. */
  readonly query: Record<string | symbol, unknown>;
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
}
/** What is answered: `data` of a success, or a whole answer. */
export interface Answer {
  readonly status?: number;
  readonly code?: number;
  readonly msg?: string;
  readonly data?: unknown;
  /** Sent instead of an envelope. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
type Answering = (request: Heard) => Answer | Promise<Answer>;

/** A server whose answers a test decides; what it hears is kept until the next test. */
export interface EnvelopeServer {
  readonly address: string;
  readonly heard: Heard[];
  answer: Answering;
  close(): Promise<void>;
}

export async function startEnvelopes(): Promise<EnvelopeServer> {
  const heard: Heard[] = [];
  const state: { answer: Answering } = { answer: () => ({}) };
  const server = createServer((request, response) => void respond(request, response));
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const understood = await understand(request);
    heard.push(understood);
    const { status = 200, code = 1, msg = '', data = null, text, headers } = await state.answer(understood);
    response.writeHead(status, { 'content-type': text === undefined ? 'application/json' : 'text/html', ...headers });
    response.end(text ?? JSON.stringify({ code, msg, time: 1, data }));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    address: `http://127.0.0.1:${port}`,
    heard,
    get answer() {
      return state.answer;
    },
    set answer(answer) {
      state.answer = answer;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function understand(request: IncomingMessage): Promise<Heard> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  let text = '';
  for await (const part of request) text += String(part);
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: parseQueryString(url.search),
    body: text === '' ? undefined : JSON.parse(text),
    headers: request.headers,
  };
}
