import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { markName } from './mark.ts';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
}

/** What belongs to a run: what its first process has started, directly or not, in whatever group and session. */
export interface Family {
  /** Undefined when only what it has started may be left. */
  readonly first?: number;
  readonly mark: string;
  /** How many generations only hold the others together, and are not asked to end: those of the name space. */
  readonly holders?: number;
}

/** Milliseconds between two looks, and how often those are killed that are still there. */
const [pause, tries] = [20, 250];

/** Asks every process of the run to end, and kills those that are there after `grace` milliseconds. */
export async function endFamily(family: Family, grace: number): Promise<void> {
  if (grace > 0) {
    for (const pid of membersOf(family, true)) send(pid, 'SIGTERM');
    const end = performance.now() + grace;
    // What holds the others together ends by itself with the last of them.
    while (performance.now() < end && membersOf(family, false).length > 0) await wait(pause);
  }
  for (let count = 0; count < tries; count += 1) {
    const left = membersOf(family, false);
    if (left.length === 0) return;
    for (const pid of left) send(pid, 'SIGKILL');
    await wait(pause);
  }
}

/** The processes of the run that are there now, zombies not. */
export function membersOf({ first, mark, holders = 0 }: Family, withoutHolders: boolean): number[] {
  const all = processes();
  if (!all) return first !== undefined && isThere(first) ? [-first] : [];
  const found = new Set<number>();
  const depths = new Map<number, number>();
  const sought = `${markName}=${mark}`;
  for (const { pid, group, session } of all)
    if (pid === first || group === first || session === first || hasMark(pid, sought)) {
      found.add(pid);
      if (pid === first) depths.set(pid, 0);
    }
  for (let grown = true; grown;) {
    grown = false;
    for (const { pid, parent } of all) {
      if (depths.has(parent) && !depths.has(pid)) depths.set(pid, depths.get(parent)! + 1);
      if (found.has(pid) || !found.has(parent)) continue;
      found.add(pid);
      grown = true;
    }
  }
  found.delete(process.pid);
  return [...found].filter((pid) => !withoutHolders || (depths.get(pid) ?? holders) >= holders);
}

/** Undefined where the system has no list of them as Linux has; a process group has to do there. */
function processes(): ProcessEntry[] | undefined {
  let names: string[];
  try {
    names = readdirSync('/proc');
  } catch {
    return undefined;
  }
  const all = names.flatMap((name) => (/^\d+$/.test(name) ? (entryOf(Number(name)) ?? []) : []));
  return all.length > 0 ? all : undefined;
}

function entryOf(pid: number): ProcessEntry | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold anything.
    const [state, parent, group, session] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return { pid, parent: Number(parent), group: Number(group), session: Number(session) };
  } catch {
    return undefined;
  }
}

function hasMark(pid: number, sought: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(sought);
  } catch {
    return false;
  }
}

const isThere = (pid: number): boolean => {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
};

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
