import { sql } from 'kysely';
import { Invalid, isEmpty, type Caller } from '#resource';
import type { PermissionStore } from '../access/permissionStore.ts';
import type { Database } from '../database/database.ts';
import { tokenTable } from '../session/storedTokens.ts';
import { addressList, isListed, tooWideIn, wrongAddressIn } from './addressList.ts';

export interface LockedOutParts {
  readonly database: Database;
  readonly rights: PermissionStore;
  /** Unix seconds. */
  now(): number;
}

/** Refuses a list of refused addresses that would shut out a super administrator who is signed in, from where they last came. */
export async function assertNobodyLockedOut(
  parts: LockedOutParts,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const text = body['no_access_ip'];
  if (typeof text !== 'string' || isEmpty(text)) return;
  const list = addressList(text);
  // The field itself says what is wrong with its text, or that it holds the caller's own address.
  if (wrongAddressIn(text) !== undefined || tooWideIn(text) !== undefined || isListed(list, caller.ip)) return;
  for (const id of await signedIn(parts)) {
    const owned = await parts.rights.of(id);
    const { username, last_login_ip: ip } = owned?.admin ?? {};
    if (owned?.isSuper && ip && isListed(list, ip))
      throw new Invalid({ no_access_ip: { key: 'config:othersAddress', params: { username, ip } } });
  }
}

/** Ids of administrators whose session could go on. */
async function signedIn({ database, now }: LockedOutParts): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT account_id FROM ${sql.table(tokenTable)} WHERE realm = 'admin' AND expire_time > ${now()}`.execute(
    database.read,
  );
  return rows.map((row) => Number(row.account_id));
}
