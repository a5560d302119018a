import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Invalid, Problem, type FieldsOf, type TransactionRows } from '#resource';
import type { PluginTransaction } from '#plugin';
import type { StorageName } from '../storages.ts';
import type { UploadParts } from '../uploadParts.ts';

/** Seconds after which a run that says nothing is taken for dead; the living say so three times meanwhile. */
const lifetime = 12;
/** Milliseconds for which a run believes in it: the database keeps whole seconds. */
const believed = (lifetime - 1) * 1000;
const slot = 1;

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

/** Takes the lease for a run to that storage; a `Problem` that says who runs while another one has it. */
export async function takeMoveLease(parts: UploadParts, to: StorageName): Promise<MoveLease> {
  const holder = randomUUID();
  let renewed = Date.now();
  await tryTake(parts, holder, to).catch((error: unknown) => {
    // Two have begun the very first run at once: the row is there now.
    if (error instanceof Invalid) return tryTake(parts, holder, to);
    throw error;
  });
  const lost = new AbortController();
  const assertHeld = (): void => {
    // A server that was stopped for a while and goes on finds its timers late.
    if (Date.now() - renewed > believed) lost.abort(new Problem('upload:move.lost'));
    lost.signal.throwIfAborted();
  };
  const renew = async (): Promise<void> => {
    const begun = Date.now();
    if (await hold(parts, holder, lifetime)) renewed = begun;
    else lost.abort(new Problem('upload:move.lost'));
  };
  const renewing = setInterval(
    // While the database is away nothing is lost until the time is over.
    () => void renew().catch(() => Date.now() - renewed > believed && lost.abort(new Problem('upload:move.lost'))),
    (lifetime * 1000) / 3,
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
      await hold(parts, holder, 0).catch(() => {});
    },
  };
}

type MoveTransaction = Pick<PluginTransaction, 'rows'>;
type MoveRows = TransactionRows<FieldsOf<'file_move'>>;

/** The row, which nobody else changes until the transaction ends. */
async function lockedRow(table: MoveRows) {
  const [row] = await table.list({ slot }, { limit: 1 });
  return row && table.lock(row.id);
}

const tryTake = ({ host }: UploadParts, holder: string, to: StorageName): Promise<void> =>
  host.transaction(host.system, async ({ rows, now }) => {
    const table = rows('file_move');
    const taken = { holder, to, server: hostname().slice(0, 255), began: now, held_until: now + lifetime };
    const row = await lockedRow(table);
    if (!row) await table.add({ ...taken, slot });
    else if ((row.held_until ?? 0) > now) {
      const minutes = Math.max(1, Math.ceil((now - (row.began ?? now)) / 60));
      throw new Problem('upload:move.running', { server: row.server, to: row.to, minutes });
    } else await table.edit(row.id, taken);
  });

/** Says that the run goes on for so many seconds, or with 0 that it has ended; false when another one has begun. */
const hold = ({ host }: UploadParts, holder: string, seconds: number): Promise<boolean> =>
  host.transaction(host.system, async ({ rows, now }) => {
    const table = rows('file_move');
    const row = await lockedRow(table);
    if (row?.holder !== holder) return false;
    await table.edit(row.id, { held_until: seconds === 0 ? 0 : now + seconds });
    return true;
  });
