import type { Tables, TransactionRows } from '#resource';
import type { RuleRow } from './ownedRules.ts';
import type { WantedRule } from './wantedRules.ts';

/** Rules by their names in lower case. */
export type KnownRules = Map<string, RuleRow>;
export type RuleRows = TransactionRows<Tables['admin_rule']['fields']>;

const key = (name: string): string => name.toLowerCase();
const directoryOf = (path: string): string => path.split('/').slice(0, -1).join('/');

/**
 * Gives the rules of pages that have moved their new names, so that groups own them still. Nothing happens where there is
 * a rule of the new name already. Returns the former paths of those that have moved now, by the new ones.
 */
export async function moveRules(
  rows: RuleRows,
  known: KnownRules,
  wanted: readonly WantedRule[],
): Promise<ReadonlyMap<string, string>> {
  const moved = new Map<string, string>();
  const waiting = new Set(wanted.filter(({ movedFrom }) => movedFrom !== undefined && known.has(key(movedFrom))));
  // One may move to where another moves away.
  for (let rule = nextOf(waiting, known); rule; rule = nextOf(waiting, known)) {
    waiting.delete(rule);
    await movePage(rows, known, rule.movedFrom!, rule.name);
    moved.set(rule.name, rule.movedFrom!);
  }
  return moved;
}

const nextOf = (waiting: ReadonlySet<WantedRule>, known: KnownRules): WantedRule | undefined =>
  [...waiting].find(({ name, movedFrom }) => !known.has(key(name)) && known.has(key(movedFrom!)));

async function movePage(rows: RuleRows, known: KnownRules, from: string, to: string): Promise<void> {
  const own = [...known].filter(
    ([name, { type }]) => name === key(from) || (type === 'button' && name.startsWith(`${key(from)}/`)),
  );
  for (const [name, row] of own) {
    const renamed = to + row.name.slice(from.length);
    if (known.has(key(renamed))) continue;
    const path = row.path !== null && key(row.path) === name ? { path: renamed } : {};
    known.delete(name);
    known.set(key(renamed), await rows.edit(row.id, { name: renamed, ...path }));
  }
}

/** The directory that a moved entry goes to: the new one, unless an administrator has put the entry elsewhere. */
export function placeOf(row: RuleRow, from: string, to: string, known: KnownRules): number | null {
  const idOf = (path: string): number | null => known.get(key(directoryOf(path)))?.id ?? null;
  return row.pid === idOf(from) ? idOf(to) : row.pid;
}
