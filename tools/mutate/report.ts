import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutants.ts';
import type { Verdict } from './trial.ts';

/** What became of one mutant, as it is kept in `tests/mutation/`. */
export interface Tried extends Verdict {
  readonly id: string;
  readonly where: string;
  readonly kind: string;
  readonly change: string;
}

const resultsOf = (root: string, name: string): string => join(root, `tests/mutation/${name}.json`);
/** Why a survivor changes nothing that anybody could see, by the id of the mutant. */
const explanationsIn = (root: string): string => join(root, 'tests/mutation/survivors.json');

export const triedOf = (mutant: Mutant, { status, by, why }: Verdict): Tried => ({
  id: mutant.id,
  where: `${mutant.file}:${mutant.line}`,
  kind: mutant.kind,
  change: `${oneLine(mutant.before)} → ${oneLine(mutant.after)}`,
  status,
  by,
  why,
});
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 100);

export const isKilled = ({ status }: Verdict): boolean => status === 'killed' || status === 'timeout';

export function readResults(root: string, name: string): Tried[] {
  const file = resultsOf(root, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Tried[]) : [];
}

export function writeResults(root: string, name: string, tried: readonly Tried[]): void {
  const file = resultsOf(root, name);
  mkdirSync(dirname(file), { recursive: true });
  const lines = tried
    .toSorted((one, other) => (one.where < other.where ? -1 : 1))
    .map((each) => `  ${JSON.stringify(each)}`);
  writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`);
}

/** Prints the score and every survivor with its explanation; true when enough are killed and the rest is explained. */
export function report(root: string, tried: readonly Tried[], least: number): boolean {
  const file = explanationsIn(root);
  const explained = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
  const survivors = tried.filter((each) => !isKilled(each));
  for (const { id, where, kind, change, status } of survivors)
    console.log(`${status}  ${id}  ${where}  ${kind}: ${change}\n    ${explained[id] ?? 'NOT EXPLAINED'}`);
  console.table(byFolder(tried));
  const score = 1 - survivors.length / Math.max(tried.length, 1);
  const unexplained = survivors.filter(({ id }) => explained[id] === undefined).length;
  console.log(
    `${tried.length - survivors.length} of ${tried.length} mutants killed (${(score * 100).toFixed(1)}%), ${unexplained} survivors not explained`,
  );
  return score >= least && unexplained === 0;
}

/** How many of each status, by the folder in `src/server`. */
function byFolder(tried: readonly Tried[]): Record<string, Partial<Record<Verdict['status'], number>>> {
  const folders = Map.groupBy(tried, ({ where }) => where.split('/')[2]!);
  return Object.fromEntries(
    [...folders].map(([folder, all]) => [
      folder,
      Object.fromEntries([...Map.groupBy(all, ({ status }) => status)].map(([status, { length }]) => [status, length])),
    ]),
  );
}
