import { expect } from 'vitest';
import type { ImportState } from '#resource';
import type { Answered, TestServer } from './server.ts';

type Content = string | Uint8Array;

/** What somebody does with imports into one table, or with its large bulk edits, over HTTP. */
export interface Importer {
  readonly token: string;
  /** Sends a file; the answer as it came. */
  send(content: Content, name?: string): Promise<Answered>;
  /** The same for a file that is taken. */
  receive(content: Content, name?: string): Promise<ImportState>;
  step(id: number, step: string, more?: Readonly<Record<string, unknown>>): Promise<Answered>;
  state(id: number): Promise<ImportState>;
  /** The state once no job is at it any more. */
  settled(id: number): Promise<ImportState>;
  /** Checks the file with the columns that were guessed, unless others are given. */
  check(content: Content, more?: Readonly<Record<string, unknown>>): Promise<ImportState>;
  /** Checks it, then writes it. */
  run(content: Content, more?: Readonly<Record<string, unknown>>): Promise<ImportState>;
}

const working = ['checking', 'running', 'undoing'];

export function importer(
  server: TestServer,
  controller: string,
  token: string,
  call: 'import' | 'bulkJob' = 'import',
): Importer {
  const address = `/api/admin/${controller}`;
  const send = (content: Content, name = 'rows.csv') =>
    server.request('POST', `${address}/importFile`, {
      token,
      query: { name },
      body: content,
      headers: { 'content-type': 'application/octet-stream' },
    });
  const receive = async (content: Content, name?: string): Promise<ImportState> => {
    const { json } = await send(content, name);
    expect(json).toMatchObject({ code: 1 });
    return json.data as unknown as ImportState;
  };
  const step: Importer['step'] = (id, wanted, more = {}) =>
    server.request('POST', `${address}/${call}`, { token, body: { id, step: wanted, ...more } });
  const state = async (id: number): Promise<ImportState> => {
    const { json } = await server.request('GET', `${address}/${call}`, { token, query: { id } });
    expect(json).toMatchObject({ code: 1 });
    return json.data as unknown as ImportState;
  };
  const settled = async (id: number): Promise<ImportState> => {
    await expect.poll(async () => working.includes((await state(id)).state), { timeout: 600_000 }).toBe(false);
    return state(id);
  };
  const check: Importer['check'] = async (content, more = {}) => {
    const { id, columns, key } = await receive(content);
    expect((await step(id, 'check', { columns, key, ...more })).json).toMatchObject({ code: 1 });
    return settled(id);
  };
  return {
    token,
    send,
    receive,
    step,
    state,
    settled,
    check,
    async run(content, { skip, ...more } = {}) {
      const { id } = await check(content, more);
      expect((await step(id, 'run', { skip })).json).toMatchObject({ code: 1 });
      return settled(id);
    },
  };
}
