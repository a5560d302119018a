import { queryOptions } from '@tanstack/react-query';
import type { Manifest, ValueChange } from '#resource';
import type { ListRow } from '../fields/view.ts';
import type { useText } from '../settings/useText.ts';
import type { Request } from '../http/useRequest.ts';

/** What somebody did to a row, or to a line of it. */
export interface Entry {
  readonly id: number;
  readonly action: string;
  readonly label?: string;
  readonly username: string;
  /** Who was signed in as this account. */
  readonly actor?: string;
  /** Unix seconds. */
  readonly create_time: number;
  readonly changes: Readonly<Record<string, ValueChange>>;
  /** The line that has changed, and its table; the changes are those of the line. */
  readonly line?: { readonly table: string; readonly row: ListRow };
  /** Of an edit that may be taken back: the fields that would stay as they are, and why. */
  readonly unrestorable?: Readonly<Record<string, string>>;
}

/** What happened to a row, the newest first; asked each time. */
export const historyQuery = ({ path, api }: Manifest, id: unknown, request: Request) =>
  queryOptions({
    queryKey: ['history', path, id],
    queryFn: async () => entriesOf(await request.get<unknown>(`${api}history`, { id })),
    staleTime: 0,
  });

const entriesOf = (answer: unknown): readonly Entry[] =>
  Array.isArray(answer) ? answer : ((answer as { list?: Entry[] }).list ?? []);

/** What somebody did at once: with the row itself, with lines of it, or both. */
export interface Save {
  /** Its newest entry, which says who it was, and when. */
  readonly newest: Entry;
  readonly own?: Entry;
  /** Of lines, the oldest first. */
  readonly lines: readonly Entry[];
}

/** Entries as they were made together, the newest first: a row is written before its lines. */
export function savesOf(entries: readonly Entry[]): Save[] {
  const saves: Save[] = [];
  for (const entry of entries) {
    const last = saves.at(-1);
    const isTogether = last && !last.own && isSameMoment(last.newest, entry);
    const { newest, lines } = isTogether ? saves.pop()! : { newest: entry, lines: [] };
    saves.push(entry.line ? { newest, lines: [entry, ...lines] } : { newest, own: entry, lines });
  }
  return saves;
}

const isSameMoment = (one: Entry, other: Entry): boolean =>
  one.create_time === other.create_time && one.username === other.username && one.actor === other.actor;

/** The newest change of the row itself that was one of these fields. */
export const lastChangeOf = (entries: readonly Entry[], names: readonly string[]): Entry | undefined =>
  entries.find(({ line, changes }) => !line && names.some((name) => name in changes));

/** Who has done it, as people are told: the server where nobody has. */
export function authorOf({ username, actor }: Entry, text: ReturnType<typeof useText>): string {
  if (actor) return text('actedAs', { actor, username });
  return username || text('server');
}

/** Fields that stay as they are, each with the reason. */
export const leftWords = (
  { fields }: Manifest,
  left: Readonly<Record<string, string>>,
  text: ReturnType<typeof useText>,
): string =>
  Object.entries(left)
    .map(([name, reason]) => text('leftRow', { name: fields[name]?.label ?? name, reason }))
    .join(text('or'));
