import type { AnyRow, Caller, Model } from '#resource';
import type { Reader } from '../read.ts';
import type { Transaction } from '../write/transaction.ts';

/** The row as the caller sees it; one that has left their sight by the change is known by its id only. */
export const seenBy =
  (reader: Reader, caller: Caller, model: Model) =>
  async (id: number): Promise<AnyRow> =>
    (await reader.find(caller, model, id)) ?? ({ id } as AnyRow);

/** The same of a row that was just written, as its transaction sees it: to be waited for after that. */
export const seenLater =
  (reader: Reader, caller: Caller, model: Model) =>
  async (id: number, tx: Transaction | undefined): Promise<() => Promise<AnyRow>> => {
    if (!tx) return () => seenBy(reader, caller, model)(id);
    const row = await reader.findLater(caller, model, id, tx);
    return async () => ((await row()) ?? { id }) as AnyRow;
  };
