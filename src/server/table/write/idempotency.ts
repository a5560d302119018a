import { sql } from 'kysely';
import { Problem, type Caller, type Json, type Model } from '#resource';
import { digest } from '../../shared/digest.ts';
import type { Sql } from '../../database/database.ts';
import { idempotencyTable } from '../tablesOf.ts';
import type { Body } from './body.ts';
import type { Transaction, WriteContext } from './transaction.ts';

/** Seconds for which an addition may be sent again. */
const lifetime = 86_400;

/** What names one addition: whose it is, to which table, and its body; only digests of them. */
export interface AdditionKey {
  readonly key: string;
  readonly body: string;
}

/** `action`: of the table's own, if it is not an addition. */
export const keyOf = (caller: Caller, model: Model, key: string, body: Body, action?: string): AdditionKey => ({
  key: digest(
    JSON.stringify([
      caller.realm,
      caller.id,
      // What somebody does as this account is not what its owner does.
      ...(caller.actor ? [caller.actor.id] : []),
      model.name,
      key,
      ...(action === undefined ? [] : [action]),
    ]),
  ),
  body: digest(JSON.stringify(body)),
});

/**
 * The row that this addition has made already (for an action, how many rows it was done with); a `Problem` when the
 * key was used for another one.
 */
export async function knownAddition(db: Sql, { key, body }: AdditionKey, now: number): Promise<number | undefined> {
  const {
    rows: [known],
  } = await sql<{ body: string; row_id: number }>`
    SELECT body, row_id FROM ${sql.table(idempotencyTable)} WHERE key = ${key} AND create_time > ${now - lifetime}`.execute(
    db,
  );
  if (known && known.body !== body) throw new Problem('rows:keyUsed');
  return known && Number(known.row_id);
}

export async function rememberAddition(
  { db, later, now }: Transaction,
  { key, body }: AdditionKey,
  id: number,
  answer = '',
): Promise<void> {
  const table = sql.table(idempotencyTable);
  await later(sql`DELETE FROM ${table} WHERE create_time <= ${now - lifetime}`.compile(db));
  await later(
    sql`INSERT INTO ${table} (key, body, row_id, answer, create_time)
      VALUES (${key}, ${body}, ${id}, ${answer}, ${now})`.compile(db),
  );
}

/** What an action answered is encrypted: it may be all that there is of something, such as codes of which only hashes are kept. */
export const sealAnswer = ({ sealer }: Pick<WriteContext, 'sealer'>, { key }: AdditionKey, answer: Json): string =>
  answer === null ? '' : (sealer?.seal(JSON.stringify(answer), `answer ${key}`) ?? '');

/** Null when there was none, or when the key that it was encrypted with is lost. */
export async function knownAnswer(
  { sealer }: Pick<WriteContext, 'sealer'>,
  db: Sql,
  { key }: AdditionKey,
): Promise<Json> {
  const {
    rows: [known],
  } = await sql<{ answer: string }>`
    SELECT answer FROM ${sql.table(idempotencyTable)} WHERE key = ${key}`.execute(db);
  const opened = known && known.answer !== '' ? sealer?.open(known.answer, `answer ${key}`) : undefined;
  return opened === undefined ? null : (JSON.parse(opened) as Json);
}
