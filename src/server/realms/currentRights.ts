import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem, type Caller } from '#resource';
import type { States, Write } from '../database/database.ts';

/** How often an operation begins again because rights have changed meanwhile: each time because somebody else has succeeded. */
const mostAttempts = 30;

/** A moment to look at rights: the guarded tables' states, and the transaction that sees them if it is not what is committed. */
export interface Moment {
  readonly states: States;
  readonly write?: Write;
}

/** By what somebody is signed in: a session, or without one, as by a token of a plugin's own, the account as it was. */
export interface SignedInBy {
  /** The account's session number. */
  readonly number: number;
  /** Of all tokens of the session. */
  readonly family?: string;
  /** Of the session of who is signed in as the account. */
  readonly actorFamily?: string;
}

/** What a caller's rights were worked out from, so that they can be worked out again when something is written. */
interface Basis {
  readonly states: States;
  readonly session: SignedInBy | undefined;
  /** All that decides, as text: who has the same may do the same. */
  decides(): string;
  /** The caller as of that moment, or of now. Throws what a request is answered that comes without the right. */
  at(moment?: Moment): Promise<Caller>;
  /** Runs one job at a time, of all instances: operations that begin again keep no other such from its commit. */
  runExclusive<T>(job: () => Promise<T>): Promise<T>;
}

/** On the caller itself, so that one made of it by spreading has it too. */
const basis = Symbol('basis');
type Based = Caller & { [basis]?: Basis };

/** Marks the caller as one whose rights end when what they were worked out from changes. */
export const basedOn = (caller: Caller, given: Basis): Caller => Object.assign(caller, { [basis]: given });

/** By what the caller is signed in; undefined for who is not, and for who was not made from a request. */
export const sessionOf = (caller: Caller): SignedInBy | undefined => (caller as Based)[basis]?.session;

/** What `change` makes of the caller, now and whenever they are worked out again; it may throw to refuse them. */
export function derive(caller: Caller, change: (caller: Caller) => Caller): Caller {
  const given = (caller as Based)[basis];
  const changed = change(caller);
  return given ? basedOn(changed, { ...given, at: async (moment) => derive(await given.at(moment), change) }) : changed;
}

/** Thrown within a transaction whose caller is not any more who they were when it was prepared. */
class RightsChanged extends Error {
  constructor() {
    super('rights have changed');
  }
}

/** Whether the code that runs now has its turn already: it would wait for itself. */
const hasTurn = new AsyncLocalStorage<true>();

/**
 * Does what the caller asks with the rights that they have when it is written: where these have changed before the commit,
 * all of it is done again with the new ones. A refusal counts as one of now too: what somebody may not know any more is
 * not told.
 */
export async function withCurrentRights<T>(caller: Caller, operation: (caller: Caller) => Promise<T>): Promise<T> {
  const given = (caller as Based)[basis];
  if (!given) return operation(caller);
  const first = await attempt(caller, given, operation);
  if (first) return first.value;
  const again = async (): Promise<T> => {
    for (let times = 1; times < mostAttempts; times += 1) {
      const current: Based = await given.at();
      const done = await attempt(current, current[basis]!, operation);
      if (done) return done.value;
    }
    throw new Problem('server:busy', {}, { status: 503 });
  };
  return hasTurn.getStore() ? again() : given.runExclusive(() => hasTurn.run(true, again));
}

/** Undefined when it has to be done again, since rights have changed. */
async function attempt<T>(
  caller: Caller,
  given: Basis,
  operation: (caller: Caller) => Promise<T>,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await operation(caller) };
  } catch (error) {
    if (error instanceof RightsChanged) return undefined;
    if (!(error instanceof Problem)) throw error;
    const now: Based = await given.at();
    if (now[basis]?.decides() === given.decides()) throw error;
    return undefined;
  }
}

/**
 * Fails when they may not do the same any more: within a job that writes for the caller, as its first step where nobody else
 * writes meanwhile, else as its last.
 */
export async function confirmRights(caller: Caller, write: Write): Promise<void> {
  const given = (caller as Based)[basis];
  if (!given) return;
  const settled = write.begun ?? (await write.settleAs(given.states));
  if (!settled || isSameState(settled.states, given.states)) return;
  const { states, db } = settled;
  const now: Based = await given.at({ states, write: { ...write, db } });
  if (now[basis]?.decides() !== given.decides()) throw new RightsChanged();
}

const isSameState = (states: States, before: States): boolean =>
  states === before || [...states].every(([table, state]) => before.get(table) === state);

/** Whether the caller is still who they were, and may do what they came for: asked again and again of who stays connected. */
export async function stillHolds(caller: Caller): Promise<boolean> {
  const given = (caller as Based)[basis];
  if (!given) return true;
  try {
    const now = ((await given.at()) as Based)[basis]!;
    return isSameState(now.states, given.states) || now.decides() === given.decides();
  } catch (error) {
    // What keeps the database from answering is no loss of rights.
    return !(error instanceof Problem);
  }
}
