import dayjs from 'dayjs';
import type { ListedConversation } from '../../shared/wire.ts';

/** Key of a heading, or a month as `2026-03`. */
export type GroupName = 'pinned' | 'today' | 'yesterday' | 'week' | 'month' | `${number}-${number}`;
export interface Group {
  readonly name: GroupName;
  readonly rows: readonly ListedConversation[];
}

/** Conversations under their headings: pinned ones first, then by the day of their last message. */
export function groupsOf(rows: readonly ListedConversation[], now = dayjs()): readonly Group[] {
  const nameOf = namesAt(now.startOf('day'));
  const groups = new Map<GroupName, ListedConversation[]>();
  for (const row of rows.toSorted((a, b) => Number(b.pinned) - Number(a.pinned))) {
    const name = row.pinned ? 'pinned' : nameOf(row.update_time);
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  return [...groups].map(([name, own]) => ({ name, rows: own }));
}

/** Headings by the first second that stands below them. */
function namesAt(today: dayjs.Dayjs): (time: number) => GroupName {
  const since = (days: number): number => today.subtract(days, 'day').unix();
  const begins = [
    ['today', since(0)],
    ['yesterday', since(1)],
    ['week', since(6)],
    ['month', since(29)],
  ] as const;
  return (time) => begins.find(([, first]) => time >= first)?.[0] ?? monthOf(new Date(time * 1000));
}

const monthOf = (day: Date): GroupName =>
  `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}` as GroupName;
