import { randomUUID } from 'node:crypto';
import type { TestServer } from '#test';
import type { ConversationAnswer, ConversationList, Message, Sent } from '../shared/wire.ts';

export interface Envelope<T = Readonly<Record<string, unknown>>> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}
export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Somebody with a browser: a visitor with a cookie, or a member with a token. */
export class Browser {
  server: TestServer;
  readonly ip: string;
  token: string | undefined;
  cookie: string | undefined;
  language = 'en';

  constructor(server: TestServer, { ip = '203.0.113.7', token }: { ip?: string; token?: string } = {}) {
    this.server = server;
    this.ip = ip;
    this.token = token;
  }

  get headers(): Record<string, string> {
    return {
      'x-forwarded-for': this.ip,
      'think-lang': this.language,
      server: 'true',
      ...(this.token !== undefined && { 'ba-user-token': this.token }),
      ...(this.cookie !== undefined && { cookie: this.cookie }),
    };
  }

  async get<T>(url: string, query: Readonly<Record<string, string>> = {}): Promise<Envelope<T>> {
    return (await this.#call('GET', `${url}?${new URLSearchParams(query).toString()}`)) as Envelope<T>;
  }

  async post<T>(url: string, body: Readonly<Record<string, unknown>> = {}): Promise<Envelope<T>> {
    return (await this.#call('POST', url, body)) as Envelope<T>;
  }

  async #call(method: string, url: string, body?: Readonly<Record<string, unknown>>): Promise<unknown> {
    const answer = await this.server.request(method, `/api/chat/${url}`, { headers: this.headers, body });
    this.#keepCookie(answer.headers['set-cookie']);
    return answer.json;
  }

  #keepCookie(cookies: readonly string[] | undefined): void {
    const given = cookies?.[0]?.split(';')[0];
    if (given !== undefined) this.cookie = given;
  }

  async send(text: string, more: Readonly<Record<string, unknown>> = {}): Promise<Sent> {
    const answer = await this.post<Sent>('send', { text, conversation_id: null, key: randomUUID(), ...more });
    if (answer.code !== 1) throw new Error(JSON.stringify(answer));
    return answer.data;
  }

  /** Reads the stream of an answer to its end. */
  async events(message: number, lastEventId?: string, signal?: AbortSignal): Promise<StreamedEvent[]> {
    const events: StreamedEvent[] = [];
    for await (const event of this.stream(message, lastEventId, signal)) events.push(event);
    return events;
  }

  async *stream(message: number, lastEventId?: string, signal?: AbortSignal): AsyncGenerator<StreamedEvent> {
    const answer = await fetch(`${this.server.address}/api/chat/stream?message=${message}`, {
      headers: { ...this.headers, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
      signal: signal ?? AbortSignal.timeout(60_000),
    });
    if (!answer.headers.get('content-type')?.includes('event-stream')) throw new Error(await answer.text());
    let waiting = '';
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      waiting += text;
      const blocks = waiting.split('\n\n');
      waiting = blocks.pop()!;
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`(?:^|\\n)${name}: ?([^\\n]*)`).exec(block)?.[1];
        const data = field('data');
        if (data !== undefined)
          yield {
            id: field('id') ?? '',
            event: field('event') ?? 'message',
            data: JSON.parse(data) as StreamedEvent['data'],
          };
      }
    }
  }

  /** The answer once it has ended. */
  async ended(message: number): Promise<Message> {
    const found = (await this.events(message)).find(({ event }) => event === 'done');
    return found!.data as unknown as Message;
  }

  async open(id: string): Promise<ConversationAnswer> {
    return (await this.get<ConversationAnswer>('conversation', { id })).data;
  }

  async list(query: Readonly<Record<string, string>> = {}): Promise<ConversationList> {
    return (await this.get<ConversationList>('conversations', query)).data;
  }
}

export const textOf = (events: readonly StreamedEvent[]): string =>
  events.flatMap(({ event, data }) => (event === 'message' ? [String(data['text'])] : [])).join('');
