import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { ServerPlugin } from '#plugin';
import type { TestServer } from '#test';
import { upload } from '../server.ts';
import type { BucketServer } from './bucketServer.ts';
import { memberToken, members } from './memberRealm.ts';
import { shelves } from './browser/shelf.ts';
import { tusClient, type TusClient } from './tus.ts';

export const bytes = Buffer.from('hello world');
export const sha1 = createHash('sha1').update(bytes).digest('hex');
const facts = { name: 'notes.txt', size: bytes.length, type: 'text/plain', sha1 };
/** The field of a shelf that takes private files. */
export const secret = { table: 'upload_shelf', field: 'secret' };

export interface Policy {
  readonly url: string;
  readonly key: string;
  readonly params: Readonly<Record<string, string>>;
}
/** Somebody who uploads files. */
export interface Person {
  readonly realm: 'admin' | 'member';
  /** Of their account: an administrator and a member have the same. */
  readonly id: number;
  readonly token: string;
  readonly tus: TusClient;
  post(
    path: string,
    body: Record<string, unknown>,
  ): Promise<{ code: number; msg: string; data: Record<string, unknown> }>;
  policy(changes?: Record<string, unknown>): Promise<Policy>;
  callback(key: string, changes?: Record<string, unknown>): ReturnType<Person['post']>;
}

export const plugins = (): ServerPlugin[] => [upload(), members, { name: 'shelves', resources: shelves }];

function personOf(server: TestServer, realm: Person['realm'], id: number, token: string): Person {
  const base = realm === 'admin' ? '/api/admin' : '/api';
  const post = async (path: string, body: Record<string, unknown>) => {
    const headers = { [realm === 'admin' ? 'batoken' : 'ba-user-token']: token };
    const { json } = await server.request('POST', `${base}/${path}`, { body, headers });
    return json as Awaited<ReturnType<Person['post']>>;
  };
  return {
    realm,
    id,
    token,
    tus: tusClient(server, token, realm),
    post,
    policy: async (changes = {}) =>
      (await post('ajax/uploadPolicy', { ...facts, ...changes })).data as unknown as Policy,
    callback: (key, changes = {}) => post('Alioss/callback', { url: `/${key}`, ...facts, ...changes }),
  };
}

/** Two administrators who may do everything with attachments and are not super, and two members; the first of each has id 2. */
export async function setUp(server: TestServer, bucket: BucketServer) {
  await bucket.clear();
  bucket.setAhead(0);
  bucket.intercept(undefined);
  const token = await server.signIn();
  const configure = async (body: Record<string, unknown>): Promise<void> => {
    const { json } = await server.request('POST', '/api/admin/routine.Config/edit', { token, body });
    expect(json).toMatchObject({ code: 1 });
  };
  await configure({ ...bucket.settings });
  await configure({ upload_mode: 's3', upload_url: `${bucket.address}/files` });
  const { gate } = server.app;
  const nodes = ['', '/index', '/edit', '/del'].map((action) => `routine/attachment${action}`);
  const rules = await gate.rows('admin_rule').list({ name: { in: nodes } });
  const group = await gate.rows('admin_group').add({ name: 'Clerks', pid: 1, rule_ids: rules.map(({ id }) => id) });
  const people: Person[] = [];
  await memberToken(server, 'first');
  for (const username of ['ada', 'bob']) {
    const added = { username, nickname: username, password: 'Person-1', group_ids: [group.id] };
    const { id } = await gate.rows('admin').add(added);
    people.push(personOf(server, 'admin', id, await server.signIn(username, 'Person-1')));
    const own = await memberToken(server, username);
    const [member] = await gate.rows('upload_member').list({ username });
    people.push(personOf(server, 'member', member!.id, own));
  }
  const [ada, cleo, bob, dan] = people as [Person, Person, Person, Person];
  expect([ada.id, bob.id]).toEqual([cleo.id, dan.id]);
  return [
    [ada, bob],
    [cleo, dan],
    [ada, cleo],
    [cleo, ada],
  ] as const;
}

export async function put(
  { url, key, params }: Policy,
  body: Uint8Array = bytes,
  type = 'text/plain',
): Promise<number> {
  const form = new FormData();
  form.append('key', key);
  for (const [name, value] of Object.entries(params)) form.append(name, value);
  form.append('file', new File([body as Uint8Array<ArrayBuffer>], 'notes.txt', { type }));
  return (await fetch(url, { method: 'POST', body: form })).status;
}
