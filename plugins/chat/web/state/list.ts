import type { ConversationList, ListedConversation } from '../../shared/wire.ts';
import { calls } from './calls.ts';
import { changeList, chat } from './store.ts';

/** Of several questions at a time only the last one counts. */
let asked = 0;

/** The conversations of this search, from the newest; `anew` where it is another search than before. */
export async function loadList({ anew = false } = {}): Promise<void> {
  const turn = (asked += 1);
  const { search, archived } = chat.getState().list;
  try {
    const { list, next } = await calls.conversations({ archived: archived ? 1 : 0, ...(search ? { search } : {}) });
    if (turn === asked) changeList({ ...(anew ? { rows: list, next } : withOlder(list, next)), state: 'ready' });
  } catch {
    if (turn === asked) changeList({ state: 'failed' });
  }
}

/** Behind which older ones are on their way. */
let loading: string | undefined;

export async function loadMore(): Promise<void> {
  const { search, archived, next: before } = chat.getState().list;
  if (before === null || before === loading) return;
  loading = before;
  const turn = asked;
  try {
    const page = await calls.conversations({ archived: archived ? 1 : 0, before, ...(search ? { search } : {}) });
    if (turn !== asked) return;
    changeList({ rows: joined(chat.getState().list.rows, page.list), next: page.next });
  } catch {
    if (turn === asked) changeList({ state: 'failed' });
  } finally {
    loading = undefined;
  }
}

/** Other conversations: another search, or those in the archive. */
export function showList(change: { readonly search?: string; readonly archived?: boolean }): void {
  changeList({ ...change, state: 'loading' });
  void loadList({ anew: true });
}

function joined(
  rows: readonly ListedConversation[],
  more: readonly ListedConversation[],
): readonly ListedConversation[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...more.filter(({ id }) => !known.has(id))];
}

type Page = Pick<ConversationList, 'next'> & { readonly rows: readonly ListedConversation[] };

/** The newest as they are now, before older ones that are here already. */
function withOlder(newest: readonly ListedConversation[], next: string | null): Page {
  const { rows, next: further } = chat.getState().list;
  const last = newest.at(-1);
  if (next === null || last === undefined) return { rows: newest, next };
  const known = new Set(newest.map(({ id }) => id));
  const older = rows.filter((row) => !known.has(row.id) && isBehind(row, last));
  return older.length === 0 ? { rows: newest, next } : { rows: [...newest, ...older], next: further };
}

const isBehind = (row: ListedConversation, other: ListedConversation): boolean =>
  row.pinned === other.pinned ? row.update_time <= other.update_time : other.pinned;
