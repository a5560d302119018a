import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** What a model was asked. */
interface Asked {
  readonly url: string;
  readonly key: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: unknown }[];
    readonly max_tokens?: number;
    readonly [name: string]: unknown;
  };
}
/** Answers one question; whatever it leaves open is closed with the server. */
export type Answering = (answer: ServerResponse, asked: Asked) => void | Promise<void>;

/** A server that speaks the streaming protocol of OpenAI, as well or as badly as a test wants it. */
export interface ModelServer {
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
  /** How the next questions are answered; titles are always made. */
  answer: Answering;
  /** What titles wait for. */
  beforeTitles: Promise<void>;
  close(): Promise<void>;
}

export async function startModelServer(first: Answering = says('Hello!')): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void read(request).then(async (text) => {
      if (request.method === 'GET') return json(response, 200, { data: [{ id: 'test-model' }] });
      const body = JSON.parse(text) as Asked['body'];
      const one = { url: request.url!, key: request.headers.authorization, body };
      if (String(body.messages[0]?.content).startsWith('Write a title')) {
        await made.beforeTitles;
        return says('"A fine title."')(response, one);
      }
      asked.push(one);
      await made.answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const made: ModelServer = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    answer: first,
    beforeTitles: Promise.resolve(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return made;
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

export const eventOf = (chunk: object | string): string =>
  `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`;
export const delta = (content: string): string => eventOf({ choices: [{ index: 0, delta: { content } }] });
export const finish = eventOf({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
export const usage = (prompt_tokens: unknown, completion_tokens: unknown): string =>
  eventOf({ choices: [], usage: { prompt_tokens, completion_tokens } });
export const done = eventOf('[DONE]');

export const open = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

/** Says the text in pieces of some letters, and counts as told. */
export const says =
  (text: string, counts: readonly [unknown, unknown] = [10, 20]): Answering =>
  (response) => {
    open(response);
    for (const piece of text.match(/[\s\S]{1,3}/gu) ?? []) response.write(delta(piece));
    response.end(finish + usage(...counts) + done);
  };

/** Refuses as an API does. */
export const refuses =
  (status: number, message = `status ${status}`): Answering =>
  (response) =>
    json(response, status, { error: { message, type: 'error' } });

/** Says one piece after the other, when it is told to. */
export function paced(): {
  readonly answering: Answering;
  say(text: string): void;
  raw(text: string): void;
  end(): void;
} {
  const open_ = Promise.withResolvers<ServerResponse>();
  const write = (text: string): void => void open_.promise.then((response) => response.write(text));
  return {
    answering(response) {
      open(response).flushHeaders();
      open_.resolve(response);
    },
    say: (text) => write(delta(text)),
    raw: write,
    end: () => void open_.promise.then((response) => response.end(finish + usage(10, 20) + done)),
  };
}
