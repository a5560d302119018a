import type { Caller, Model, Row, SavedView, SavedViews, Tables } from '#resource';
import { rowsOf } from '../rows.ts';
import type { WriteContext } from '../write/transaction.ts';
import { isAllowed } from '../read.ts';
import { usableState } from './usable.ts';

/** More of one table are not sent: nobody chooses among so many. */
const most = 300;

type ViewRow = Row<Tables['saved_view']['fields']>;

/** The saved views of a list that the caller sees, and the one that it opens with; undefined where there are none. */
export async function savedViewsOf(ctx: WriteContext, caller: Caller, model: Model): Promise<SavedViews | undefined> {
  const [views, starts] = ['saved_view', 'list_start'].map((name) => ctx.models.get(name));
  if (!views || !starts || !isAllowed(caller, model, 'index')) return undefined;
  const where = { path: model.path };
  const [found, [start]] = await Promise.all([
    rowsOf(ctx, views, caller).list(where as never, { limit: most }) as unknown as Promise<ViewRow[]>,
    rowsOf(ctx, starts, caller).list(where as never, { limit: 1 }) as unknown as Promise<{ view_id: number }[]>,
  ]);
  const list = found.flatMap((row) => viewOf(ctx, caller, model, row) ?? []).toSorted(byName);
  if (list.length === 0) return undefined;
  return { list, opens: list.find(({ id }) => id === start?.view_id)?.id ?? null };
}

/** A saved view as an entry of the menu, below that of its table. */
export interface MenuView {
  readonly id: number;
  /** Of the table: `content/article`. */
  readonly path: string;
  readonly name: string;
}

/** The saved views that the caller's menu shows. */
export async function menuViewsOf(ctx: WriteContext, caller: Caller): Promise<readonly MenuView[]> {
  const views = ctx.models.get('saved_view');
  if (!views) return [];
  const where = { in_menu: 1 };
  const rows = (await rowsOf(ctx, views, caller).list(where as never, { limit: most })) as unknown as ViewRow[];
  const byPath = new Map([...ctx.models.values()].map((model) => [model.path, model]));
  return rows
    .filter(({ path }) => byPath.has(path!) && isAllowed(caller, byPath.get(path!)!, 'index'))
    .map(({ id, path, name }) => ({ id, path: path!, name: name! }))
    .toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}

/** Undefined where what is stored cannot be read. */
function viewOf(ctx: WriteContext, caller: Caller, model: Model, row: ViewRow): SavedView | undefined {
  const isOwn = row.account_id === caller.id;
  return {
    id: row.id,
    name: row.name ?? '',
    sharing: row.sharing ?? 'own',
    group_ids: row.group_ids,
    in_menu: row.in_menu === 1,
    isOwn,
    mayChange: isOwn || caller.super,
    ...usableState(ctx, caller, model, row.state),
  };
}

const byName = (one: SavedView, other: SavedView): number =>
  Number(other.isOwn) - Number(one.isOwn) || one.name.localeCompare(other.name, undefined, { numeric: true });
