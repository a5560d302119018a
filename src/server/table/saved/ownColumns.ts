import { soundChoice, type Caller, type ColumnChoice, type Model } from '#resource';
import { isAllowed } from '../read.ts';
import { rowsOf } from '../rows.ts';
import type { WriteContext } from '../write/transaction.ts';

/**
 * What the caller has made of the columns of the table's list, by the id of the saved view, 0 for the list itself; undefined
 * where they have left all alone. Names that they may not read mean nothing to whoever draws the list.
 */
export async function columnsOf(
  ctx: WriteContext,
  caller: Caller,
  model: Model,
): Promise<Readonly<Record<string, ColumnChoice>> | undefined> {
  const preferences = ctx.models.get('preference');
  if (!preferences || !isAllowed(caller, model, 'index')) return undefined;
  const where = { name: 'columns', path: model.path };
  const rows = await rowsOf(ctx, preferences, caller).list(where as never);
  if (rows.length === 0) return undefined;
  const found = rows as unknown as readonly { view_id: number | null; value: unknown }[];
  return Object.fromEntries(found.map(({ view_id: view, value }) => [view ?? 0, soundChoice(value)]));
}
