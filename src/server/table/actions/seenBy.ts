import type { AnyRow, Caller, Model } from '#resource';
import type { Sql } from '../../database/database.ts';
import type { Reader } from '../read.ts';

/** The row as the caller sees it; one that has left their sight by the change is known by its id only. */
export const seenBy =
  (reader: Reader, caller: Caller, model: Model) =>
  async (id: number, db?: Sql): Promise<AnyRow> =>
    (await reader.find(caller, model, id, db)) ?? ({ id } as AnyRow);
