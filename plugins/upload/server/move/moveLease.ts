import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Invalid, Problem, type FieldsOf, type TransactionRows } from '#resource';
import type { PluginTransaction } from '#plugin';
import type { StorageName } from '../storages.ts';
import type { UploadParts } from '../uploadParts.ts';

/** Of its time, that for which a run believes in it: less than others watch it; and that between two looks of theirs. */
const [believed, pause] = [11 / 12, 1 / 12];
const slot = 1;

export interface LeaseOptions {
  /** Name of the storage. */
  readonly to: StorageName;
  readonly signal: AbortSignal;
  /**
   * Milliseconds in which a run says that it goes on: three times, so that one answer may be late. Whoever else wants to begin watches it
   * for so long by a clock of their own; no moment of one server is ever compared with that of another.
   */
  readonly moveLease: number;
}

/** The right to move files: one run has it, over all servers that share the database. */
export interface MoveLease {
  /** Aborted when the run has lost it, as after a long time without the database. */
  readonly signal: AbortSignal;
  /** Throws when the run has lost it. */
  assertHeld(): void;
  /** Within a transaction: throws when another run has begun; none begins until it ends. */
  assertIn(transaction: MoveTransaction): Promise<void>;
  /** Asks the database; throws when the run has lost it. */
  confirm(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes the lease for a run to that storage; a `Problem` that says who runs while another one does. One that says nothing for a while
 * is taken for dead.
 */
export async function takeMoveLease(parts: UploadParts, options: LeaseOptions): Promise<MoveLease> {
  const holder = randomUUID();
  let renewed = await waitForLease(parts, holder, options);
  const isOver = (): boolean => since(renewed) > options.moveLease * believed;
  const lost = new AbortController();
  const assertHeld = (): void => {
    // A server that was stopped for a while and goes on finds its timers late.
    if (isOver()) lost.abort(new Problem('upload:move.lost'));
    lost.signal.throwIfAborted();
  };
  const renew = async (): Promise<void> => {
    const begun = moment();
    if (await goOn(parts, holder)) renewed = begun;
    else lost.abort(new Problem('upload:move.lost'));
  };
  const renewing = setInterval(
    // While the database is away nothing is lost until the time is over.
    () => void renew().catch(() => isOver() && lost.abort(new Problem('upload:move.lost'))),
    options.moveLease / 3,
  );
  return {
    signal: lost.signal,
    assertHeld,
    async assertIn({ rows }) {
      if ((await lockedRow(rows('file_move')))?.holder !== holder) lost.abort(new Problem('upload:move.lost'));
      lost.signal.throwIfAborted();
    },
    async confirm() {
      await renew();
      lost.signal.throwIfAborted();
    },
    async release() {
      clearInterval(renewing);
      // Who cannot say so is taken for dead a little later.
      await end(parts, holder).catch(() => {});
    },
  };
}

/** A moment of this server, by both of its clocks: one stands still while the machine sleeps, the other may be set. */
interface Moment {
  readonly steady: number;
  readonly wall: number;
}
const moment = (): Moment => ({ steady: performance.now(), wall: Date.now() });
/** Milliseconds, by the clock that says more. */
const since = ({ steady, wall }: Moment): number => Math.max(performance.now() - steady, Date.now() - wall);

type MoveTransaction = Pick<PluginTransaction, 'rows'>;
type MoveRows = TransactionRows<FieldsOf<'file_move'>>;

/** The row, which nobody else changes until the transaction ends. */
async function lockedRow(table: MoveRows) {
  const [row] = await table.list({ slot }, { limit: 1 });
  return row && table.lock(row.id);
}

/** The moment, by this server's clock, at which it was still free. */
async function waitForLease(
  parts: UploadParts,
  holder: string,
  { to, signal, moveLease }: LeaseOptions,
): Promise<Moment> {
  let seen: Running | undefined;
  let watched = 0;
  for (;;) {
    const begun = moment();
    const isDead = seen !== undefined && begun.steady - watched >= moveLease;
    const running = await takeOrSee(parts, holder, to, isDead ? seen : undefined);
    if (!running) return begun;
    if (seen && !isSame(seen, running)) {
      const { server, to: target, minutes } = running;
      throw new Problem('upload:move.running', { server, to: target, minutes });
    }
    seen ??= running;
    watched ||= performance.now();
    await wait(moveLease * pause, undefined, { signal });
  }
}

/** A run as it was seen at one moment. */
interface Running {
  readonly holder: string;
  readonly beat: number;
  readonly server: string | null;
  readonly to: string | null;
  readonly minutes: number;
}

const isSame = (one: Pick<Running, 'holder' | 'beat'>, other: Pick<Running, 'holder' | 'beat'>): boolean =>
  one.holder === other.holder && one.beat === other.beat;

const takeOrSee = (...given: Parameters<typeof tryTake>): Promise<Running | undefined> =>
  tryTake(...given).catch((error: unknown) => {
    // Two have begun the very first run at once: the row is there now.
    if (error instanceof Invalid) return tryTake(...given);
    throw error;
  });

/** Takes the lease when it is free, or held by a run that has said nothing since it was seen; otherwise the run that has it. */
const tryTake = (
  { host }: UploadParts,
  holder: string,
  to: StorageName,
  dead: Running | undefined,
): Promise<Running | undefined> =>
  host.transaction(host.system, async ({ rows, now }) => {
    const table = rows('file_move');
    const taken = { holder, beat: 0, to, server: hostname().slice(0, 255), began: now };
    const row = await lockedRow(table);
    if (!row) await table.add({ ...taken, slot });
    else {
      const running = row.holder === null ? undefined : { holder: row.holder, beat: row.beat ?? 0 };
      if (running && !(dead && isSame(dead, running))) {
        const minutes = Math.max(1, Math.ceil((now - (row.began ?? now)) / 60));
        return { ...running, server: row.server, to: row.to, minutes };
      }
      await table.edit(row.id, taken);
    }
    return undefined;
  });

/** Says that the run goes on; false when another one has begun. */
const goOn = (parts: UploadParts, holder: string): Promise<boolean> =>
  change(parts, holder, ({ beat }) => ({ beat: (beat ?? 0) + 1 }));

/** Says that the run has ended. */
const end = (parts: UploadParts, holder: string): Promise<boolean> => change(parts, holder, () => ({ holder: null }));

const change = (
  { host }: UploadParts,
  holder: string,
  next: (row: { readonly beat: number | null }) => { readonly beat: number } | { readonly holder: null },
): Promise<boolean> =>
  host.transaction(host.system, async ({ rows }) => {
    const table = rows('file_move');
    const row = await lockedRow(table);
    if (row?.holder !== holder) return false;
    await table.edit(row.id, next(row));
    return true;
  });
