import { createHash, randomBytes } from 'node:crypto';
import { KeyedMutex, type BearerOwner, type PluginPart, type PluginRequest } from '#plugin';
import { Code, Problem, type RealmName, type RowOf, type Tables } from '#resource';
import type { KeyInfo } from '../../shared/wire.ts';
import type { ChatParts } from '../chatParts.ts';
import { idIn, refused, textIn } from '../inputs.ts';
import { notFound } from '../problems.ts';
import { apiKeyKey } from '../underway.ts';

export type KeyRow = RowOf<Tables['chat_key']>;

/** What keys begin with, so that those who find one in a repository know what it is. */
const beginning = 'chat_';
const mostKeys = 20;
/** Seconds between two notes of when a key was used. */
const noteEvery = 60;

const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const info = ({ id, name, prefix, models, create_time, last_used_time, expire_time }: KeyRow): KeyInfo => ({
  id,
  name,
  prefix: prefix ?? '',
  models: (models ?? []) as number[],
  create_time,
  last_used_time,
  expire_time,
});

export const noKey = (): Problem => new Problem('chatServer:api.key', {}, { status: 401, code: Code.forbidden });

/** The key of this secret; throws a `Problem` where it is none, or is not good any more. */
export async function keyOf(parts: ChatParts, secret: string): Promise<KeyRow> {
  const [row] = secret.startsWith(beginning)
    ? await parts.rows('chat_key').list({ hash: digest(secret), revoke_time: null }, { limit: 1 })
    : [];
  const now = parts.host.now();
  if (!row || (row.expire_time !== null && row.expire_time <= now)) throw noKey();
  if (now - (row.last_used_time ?? 0) >= noteEvery) await parts.rows('chat_key').edit(row.id, { last_used_time: now });
  return row;
}

export const bearer =
  (parts: ChatParts) =>
  async (secret: string): Promise<BearerOwner> => ({
    realm: 'member' as RealmName,
    id: (await keyOf(parts, secret)).user_id,
  });

/** Members make keys of their own, and revoke them. */
export function keyRoutes(parts: ChatParts): PluginPart {
  const own = { realm: 'member', node: 'signed-in' } as const;
  // Of several at once, each finds those that the others have made.
  const mutex = new KeyedMutex();
  return {
    routes: [
      { ...own, method: 'GET', url: '/chat/keys', handler: ({ caller }) => listed(parts, caller.id) },
      {
        ...own,
        method: 'POST',
        url: '/chat/addKey',
        handler: (request) => mutex.runExclusive(String(request.caller.id), () => add(parts, request)),
      },
      { ...own, method: 'POST', url: '/chat/revokeKey', handler: (request) => revoke(parts, request) },
    ],
  };
}

const listed = async (parts: ChatParts, user_id: number): Promise<{ readonly list: readonly KeyInfo[] }> => ({
  list: (await parts.rows('chat_key').list({ user_id, revoke_time: null }, { sort: '-id' })).map(info),
});

async function add(parts: ChatParts, { caller, body }: PluginRequest): Promise<KeyInfo> {
  const name = textIn(body, 'name', 50).trim();
  const days = body['days'] === undefined || body['days'] === null ? null : idIn(body, 'days');
  if (days !== null && (days < 1 || days > 3650)) throw refused('days', 'validate:invalid');
  const models: unknown = body['models'] ?? [];
  if (!Array.isArray(models) || models.length > 100 || !models.every((id) => Number.isSafeInteger(id)))
    throw refused('models', 'validate:invalid');
  const secret = `${beginning}${randomBytes(32).toString('base64url')}`;
  const { host } = parts;
  const row = await host.transaction(caller, (transaction) =>
    transaction
      .rows('chat_key', host.system)
      .add({
        user_id: caller.id,
        name,
        prefix: secret.slice(0, beginning.length + 6),
        hash: digest(secret),
        models: models as number[],
        expire_time: days === null ? null : transaction.now + days * 86_400,
      }),
  );
  const rows = parts.rows('chat_key');
  // Counted with this one: of two that come at once to two servers, neither slips through.
  if ((await rows.count({ user_id: caller.id, revoke_time: null })) > mostKeys) {
    await rows.del([row.id]);
    throw new Problem('chatServer:tooManyKeys', { count: mostKeys });
  }
  host.securityLog({
    caller,
    outcome: 'success',
    target: `key ${row.id} made`,
    title: { 'zh-cn': `创建 API 密钥：#${row.id}`, en: `API key created: #${row.id}` },
  });
  return { ...info(row), secret };
}

async function revoke(parts: ChatParts, { caller, body }: PluginRequest): Promise<void> {
  const row = await parts.rows('chat_key').get(idIn(body, 'id'));
  if (row?.user_id !== caller.id || row.revoke_time !== null) throw notFound();
  await parts.rows('chat_key').edit(row.id, { revoke_time: parts.host.now() });
  await parts.host.publish('chat.gone', { what: [apiKeyKey(row.id)] });
  parts.host.securityLog({
    caller,
    outcome: 'success',
    target: `key ${row.id} revoked`,
    title: { 'zh-cn': `撤销 API 密钥：#${row.id}`, en: `API key revoked: #${row.id}` },
  });
}
