import { createStore } from 'zustand/vanilla';
import {
  defaultManager,
  defaultPort,
  type CommandAnswer,
  type PackageManager,
  type ReadyDatabase,
  type RunAnswer,
} from '../../shared/protocol.ts';
import { dot } from '../header/dot.ts';
import { owner } from '../header/owner.ts';
import { Lines } from '../output/lines.ts';
import { OwnChanges } from './ownChanges.ts';
import { isStoredAt, longestLine, readStored, storedIn, writeStored, type Stored } from './stored.ts';
import { changed, hasEnded, isRunning, keptLines, taskOf, type Task, type Tasks } from './tasks.ts';

/** The state of the terminal (specification §3), and what this tab knows besides. */
export interface TerminalState extends Tasks {
  readonly packageManager: PackageManager;
  readonly port: number;
  /** The server doesn't have the package manager. */
  readonly isManagerMissing: boolean;
  /** Whether the two above come from the server, and whether somebody has read that the page comes from another port. */
  readonly isConfigKnown: boolean;
  readonly isPortTold: boolean;
  readonly showPackageManagerDialog: boolean;
  readonly showConfig: boolean;
  /** Once they were asked for. */
  readonly commands?: readonly CommandAnswer[];
  readonly ready?: ReadyDatabase | null;
  /** What the server says of the runs that it still knows, by uuid. */
  readonly runs: Readonly<Record<string, RunAnswer>>;
  /** Milliseconds at which this tab saw runs begin and end. */
  readonly times: Readonly<Record<string, { readonly begun: number; readonly ended?: number }>>;
  /** Runs that the server may still be busy with, though nobody here listens: nothing starts meanwhile. */
  readonly uncertain: readonly string[];
  /** Runs that somebody has just cancelled. */
  readonly cancelling: readonly string[];
  /** The task that waits for a password, and whether it is asked for. */
  readonly asking?: string | undefined;
  readonly showConfirm: boolean;
}

/** Whose tasks these are. */
let person = owner.person();

const initial = (): TerminalState => ({
  show: false,
  packageManager: defaultManager,
  port: defaultPort,
  isManagerMissing: false,
  isConfigKnown: false,
  isPortTold: false,
  showPackageManagerDialog: false,
  showConfig: false,
  runs: {},
  times: {},
  uncertain: [],
  cancelling: [],
  showConfirm: false,
  ...readStored(person),
});
export const terminal = createStore<TerminalState>(initial);

dot.show(terminal.getState().showDot);
terminal.subscribe(({ showDot }) => dot.show(showDot));

/** Outputs of what this tab has run or shown; a task's `message` is the end of it. */
const outputs = new Map<string, Lines>();
/** Those that are here from their first line on. */
const whole = new Set<string>();
export const isWhole = (uuid: string): boolean => whole.has(uuid);
/** Runs whose stream is open in this tab: nobody else knows better. */
export const streams = new Map<string, AbortController>();
/** Tasks that this tab has seen: one that is stored and not among them was added by another tab. */
const seen = new Set<string>();
const see = (tasks: readonly Task[]): void => {
  for (const { uuid } of tasks) seen.add(uuid);
};
see(terminal.getState().taskList);

const own = new OwnChanges();

/** Milliseconds between two writes while output comes. */
const pace = 1000;
let timer: ReturnType<typeof setTimeout> | undefined;

export const task = (uuid: string): Task | undefined => taskOf(terminal.getState().taskList, uuid);

/** The output of a task, as far as it is here. */
export function outputOf(uuid: string): Lines {
  const known = outputs.get(uuid);
  if (known) return known;
  const lines = new Lines();
  for (const line of task(uuid)?.message ?? []) lines.append(line);
  outputs.set(uuid, lines);
  return lines;
}
/** A run begins anew: so does its output. */
export function emptyOutput(uuid: string): Lines {
  const lines = new Lines();
  outputs.set(uuid, lines);
  whole.add(uuid);
  return lines;
}

/** What is here of an output is only the end of it, which somebody else has stored. */
export function forgetOutput(uuid: string): void {
  outputs.delete(uuid);
  whole.delete(uuid);
}

/** Changes the state and keeps it at once. */
export function change(next: (state: TerminalState) => Partial<TerminalState>): void {
  const { taskList } = terminal.getState();
  terminal.setState(next);
  own.note(taskList, terminal.getState().taskList);
  keep();
}

export const changeTask = (uuid: string, values: Partial<Task>): void =>
  change(({ taskList }) => ({ taskList: changed(taskList, uuid, values) }));

/** Keeps it soon: output comes fast. */
export function keepSoon(): void {
  timer ??= setTimeout(keep, pace);
}

function keep(): void {
  clearTimeout(timer);
  timer = undefined;
  const { taskList } = terminal.getState();
  const added = readStored(person).taskList.filter(({ uuid }) => !seen.has(uuid));
  const next = [...taskList.map(withMessage), ...added];
  see(next);
  terminal.setState({ taskList: next });
  for (const uuid of outputs.keys()) if (!taskOf(next, uuid) && !streams.has(uuid)) forgetOutput(uuid);
  writeStored(person, terminal.getState());
}

const withMessage = (each: Task): Task =>
  streams.has(each.uuid) ? { ...each, message: outputOf(each.uuid).last(keptLines, longestLine) } : each;

/** Takes what is stored since another tab has written `theirs`, but of the runs that this tab listens to. */
export function adopt(stored: Stored, theirs: Stored): void {
  own.heard(theirs.taskList);
  const { taskList, show } = terminal.getState();
  // What this tab has written meanwhile hides what they have added.
  const hidden = theirs.taskList.filter(({ uuid }) => !seen.has(uuid) && !taskOf(stored.taskList, uuid));
  const missing = taskList.filter(({ uuid }) => !taskOf(stored.taskList, uuid));
  const running = missing.filter(({ uuid }) => streams.has(uuid));
  const added = missing.filter(({ uuid }) => !streams.has(uuid) && own.insists('added', uuid));
  const removed = stored.taskList.filter(({ uuid }) => own.insists('removed', uuid));
  const ended = stored.taskList.filter((each) => !hasEnded(each) && own.insists('ended', each.uuid));
  const next = stored.taskList
    .filter((each) => !removed.includes(each))
    .map((each) => merged(each, taskOf(taskList, each.uuid), ended.includes(each)));
  see([...next, ...hidden]);
  const all = [...running, ...next, ...hidden, ...added];
  terminal.setState({ ...stored, showDot: stored.showDot && !show, taskList: all });
  if (hidden.length + added.length + removed.length + ended.length > 0) keep();
}

function merged(stored: Task, known: Task | undefined, hasEndedHere: boolean): Task {
  if (!known) return stored;
  if (streams.has(stored.uuid) || hasEndedHere) return { ...known, showMessage: stored.showMessage };
  if (!isWhole(stored.uuid)) forgetOutput(stored.uuid);
  if (!isRunning(stored) && stored.status !== known.status) tellLater(known, stored);
  return { ...stored, callback: known.callback };
}

/** A task that another tab has run: whoever added it here is told here. */
function tellLater(known: Task, { status }: Task): void {
  if (known.callback && isOutcome(status)) queueMicrotask(() => known.callback?.(status));
}
const isOutcome = (status: number): status is 3 | 4 => status === 3 || status === 4;

/** Called when another tab has changed what is stored. */
export function onStored(heard: (stored: Stored, theirs: Stored) => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (isStoredAt(key, person)) heard(readStored(person), storedIn(newValue));
  });
  addEventListener('pagehide', () => timer !== undefined && keep());
}

/** Calls when somebody else is signed in: what was here is kept for whose it is, and nobody listens to their runs any more. */
export function onOwner(changed: () => void): void {
  owner.subscribe(() => {
    keep();
    for (const stream of streams.values()) stream.abort();
    for (const known of [streams, outputs, whole, seen, own]) known.clear();
    person = owner.person();
    terminal.setState(initial(), true);
    see(terminal.getState().taskList);
    changed();
  });
}
