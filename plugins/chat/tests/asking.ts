import { f, table } from '#resource';
import type { TestServer } from '#test';
import type { Asked, AskPart, Proposal, Turn } from '../shared/ask.ts';
import type { ModelServer } from './modelServer.ts';

const shelf = table('shelf', { name: f.text({ required: true }) });
const book = table('book', {
  title: f.text({ required: true, search: true, max: 100 }),
  state: f.enum({ new: { 'zh-cn': '新书', en: 'New' }, lent: { 'zh-cn': '借出', en: 'Lent' } }, { default: 'new' }),
  copies: f.int({ default: 1, min: 0, max: 99 }),
  price: f.money({ default: '0' }),
  note: f.textarea(),
  cover: f.image(),
  shelf_id: f.belongsTo('shelf'),
  cost: f.int(),
  pin: f.text({ secret: true }),
  owner_number: f.text({ encrypted: true }),
});

declare module '#resource' {
  interface Tables {
    book: typeof book;
    shelf: typeof shelf;
  }
}

/** Tables to be asked about: of books, clerks see those that are new, and never what they cost. */
export const library = [
  shelf.resource({ path: 'library/shelf', label: { 'zh-cn': '书架', en: 'Shelves' } }),
  book.resource({
    path: 'library/book',
    label: { 'zh-cn': '图书', en: 'Books' },
    title: 'title',
    rows: { read: (caller) => caller.super || { state: 'new' } },
    access: { cost: { read: (caller) => caller.super }, price: { write: (caller) => caller.super } },
  }),
];

/** Somebody in the back office who asks. */
export class AskClient {
  readonly #server: TestServer;
  readonly #token: string;
  constructor(server: TestServer, token: string) {
    this.#server = server;
    this.#token = token;
  }

  async call(method: 'GET' | 'POST', name: string, body?: Readonly<Record<string, unknown>>) {
    return (await this.#server.request(method, `/api/admin/chat.ask/${name}`, { token: this.#token, body })).json;
  }

  async begin(text: string, thread?: string): Promise<Asked> {
    const { code, msg, data } = await this.call('POST', 'ask', { text, ...(thread !== undefined && { thread }) });
    if (code !== 1) throw new Error(msg);
    return data as unknown as Asked;
  }

  /** Asks, and listens to the end. */
  async ask(text: string, thread?: string): Promise<Turn> {
    const { turn } = await this.begin(text, thread);
    return this.listen(turn.id);
  }

  async listen(id: number): Promise<Turn> {
    const answer = await fetch(`${this.#server.address}/api/admin/chat.ask/stream?id=${id}`, {
      headers: { batoken: this.#token, 'think-lang': 'en', server: 'true' },
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    const found = /event: ?done\n(?:id:.*\n)?data: ?(.*)/.exec(text)?.[1];
    if (found === undefined) throw new Error(text);
    return JSON.parse(found) as Turn;
  }
}

export const partOf = <T extends AskPart['type']>(turn: Turn, type: T): Extract<AskPart, { type: T }> =>
  turn.parts.find((part) => part.type === type) as Extract<AskPart, { type: T }>;
export const proposalIn = (turn: Turn): Proposal => partOf(turn, 'proposal');

/** What the tools have told the model, as text. */
export const toldOf = ({ asked }: ModelServer): string =>
  JSON.stringify(
    asked
      .at(-1)!
      .body.messages.filter(({ role }) => role === 'tool')
      .map(({ content }) => content),
  );
