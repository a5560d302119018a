import { Problem, type Caller } from '#resource';
import type { States, Write } from '../database/database.ts';

/** How often an operation begins again because rights have changed meanwhile. */
const mostAttempts = 10;

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
}

/** What a caller's rights were worked out from, so that they can be worked out again when something is written. */
interface Basis {
  readonly states: States;
  readonly session: SignedInBy | undefined;
  /** All that decides, as text: who has the same may do the same. */
  decides(): string;
  /** The caller as of that moment, or of now. Throws what a request is answered that comes without the right. */
  at(moment?: Moment): Promise<Caller>;
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

/**
 * Does what the caller asks with the rights that they have when it is written: where these have changed before the commit,
 * all of it is done again with the new ones. A refusal counts as one of now too: what somebody may not know any more is
 * not told.
 */
export async function withCurrentRights<T>(caller: Caller, operation: (caller: Caller) => Promise<T>): Promise<T> {
  let current: Based = caller;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation(current);
    } catch (error) {
      const given = current[basis];
      if (!given || !(error instanceof RightsChanged || error instanceof Problem)) throw error;
      const next: Based = await given.at();
      const isSame = next[basis]?.decides() === given.decides();
      if (!(error instanceof RightsChanged) && isSame) throw error;
      if (attempt === mostAttempts) throw new Problem('server:busy', {}, { status: 503 });
      current = next;
    }
  }
}

/** The last step of a job that writes for the caller: it fails when they may not do the same any more. */
export async function confirmRights(caller: Caller, write: Write): Promise<void> {
  const given = (caller as Based)[basis];
  if (!given) return;
  const { states, isOwn } = await write.settle();
  if (isSameState(states, given.states)) return;
  // What this job has changed itself cannot be told from what others have: it begins again.
  if (isOwn) throw new RightsChanged();
  const now: Based = await given.at({ states, write });
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
