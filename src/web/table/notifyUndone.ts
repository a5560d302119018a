import type { LeftRow, UndoReport } from '#resource';
import { notify } from '../messages/notify.ts';
import type { useText } from '../settings/useText.ts';

/** Rows that one message names. */
const mostNamed = 5;

/** Tells how many rows have their former values again, and which were left as they are. */
export function notifyUndone({ changed, left }: UndoReport, text: ReturnType<typeof useText>): void {
  const undone = text('undone', { count: changed });
  if (left.length === 0) return notify.success(undone);
  notify.warning(`${undone} ${text('notUndone', { count: left.length, rows: namesOf(left, text) })}`);
}

const namesOf = (rows: readonly LeftRow[], text: ReturnType<typeof useText>): string =>
  rows
    .slice(0, mostNamed)
    .map(({ id, name, reason }) => text('leftRow', { name: name ?? `#${id}`, reason }))
    .join(text('or'));
