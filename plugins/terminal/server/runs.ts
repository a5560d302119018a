import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Problem, type Caller } from '#resource';
import { beginRun } from './beginRun.ts';
import { usualGrace, ownRun, stopGrace, type OwnRun } from './ownRun.ts';
import type { TerminalParts } from './parts.ts';
import { endFamily } from './processes.ts';
import { noteRefusal, noteRun } from './runEvents.ts';
import type { RunRequest, RunRow } from './runRow.ts';
import { problem } from './texts.ts';

declare module '#plugin' {
  interface Events {
    /** Somebody wants the run to end; its instance ends it. */
    'terminal.cancel': { readonly uuid: string };
  }
}

/** Runs of one instance at once: of everybody, and of one person, who leaves room for others. */
const mostRuns = { all: 8, person: 4 };
const uuidShape = /^[\w-]{1,64}$/;

export interface RunOptions {
  /** Milliseconds that a program has to end by itself. */
  readonly grace?: number;
}

/** The row, if it is of what is asked for: nobody takes the end of one run for that of another. Who only joins may leave out values. */
function ofRequest(row: RunRow, { command, params }: RunRequest): RunRow {
  const isBare = Object.keys(params).length === 0;
  const isSame = isBare || isDeepStrictEqual({ ...(row.params as object | null) }, { ...params });
  if (row.command !== command || !isSame) throw problem('terminalServer:refusal.reused');
  return row;
}

/** The runs: those of this instance as processes, all of them as rows. */
export class Runs {
  readonly #parts: TerminalParts;
  readonly #instance = randomUUID();
  readonly #own = new Map<string, OwnRun>();
  /** Those that are not in the table yet, by their uuid. */
  readonly #beginning = new Map<string, Promise<void>>();
  /** Whose they are, by their uuid, from before they have begun. */
  readonly #people = new Map<string, number>();
  #isStopping = false;
  readonly #grace: number;

  constructor(parts: TerminalParts, { grace = usualGrace }: RunOptions = {}) {
    this.#parts = parts;
    this.#grace = grace;
  }

  /** Begins anew: an application that is closed may be made again in the same process. */
  async start(): Promise<void> {
    this.#isStopping = false;
    await this.settleAll();
  }

  /** The run of the uuid, if the caller may see it; begun now unless there is one. */
  async joinOrStart(caller: Caller, request: RunRequest): Promise<RunRow> {
    if (!uuidShape.test(request.uuid)) throw problem('terminalServer:refusal.uuid');
    const { uuid } = request;
    let known = await this.find(caller, uuid);
    // Several who come at once wait for the one who begins it.
    for (let begun = this.#beginning.get(uuid); !known && begun; begun = this.#beginning.get(uuid)) {
      await begun.catch(() => undefined);
      known = await this.find(caller, uuid);
    }
    if (known) return ofRequest(known, request);
    const begun = this.#start(caller, request).finally(() => this.#beginning.delete(uuid));
    this.#beginning.set(uuid, begun);
    try {
      await begun;
    } catch (error) {
      // Another instance may have begun it meanwhile.
      const other = await this.find(caller, uuid);
      if (other) return ofRequest(other, request);
      if (error instanceof Problem) noteRefusal(this.#parts.host, caller, request, error);
      throw error;
    }
    return (await this.find(caller, uuid))!;
  }

  /** The run of the uuid, if there is one that the caller may see. */
  async join(caller: Caller, request: RunRequest): Promise<RunRow> {
    const known = await this.find(caller, request.uuid);
    if (!known) throw problem('terminalServer:refusal.noRun');
    return ofRequest(known, request);
  }

  /** Undefined when there is none; refused when it is another person's, but for super administrators. */
  async find(caller: Caller, uuid: string): Promise<RunRow | undefined> {
    const [row] = await this.#rows.list({ uuid }, { limit: 1 });
    if (!row) return undefined;
    if (!caller.super && row.admin_id !== caller.id) throw problem('terminalServer:refusal.foreign');
    return this.settled(row);
  }

  /** The row; one whose server is gone was interrupted, and is noted so. */
  async settled(row: RunRow): Promise<RunRow> {
    if (row.outcome !== 'running' || this.#own.has(row.uuid)) return row;
    const head = await this.#parts.host.outputs.head(row.output);
    if (head?.state === 'running') return row;
    const [now] = await this.#rows.list({ id: row.id, outcome: 'running' }, { limit: 1 });
    return now ? this.#interrupted(now, head?.length ?? 0) : ((await this.#rows.get(row.id)) ?? row);
  }

  /** Looks for runs that nobody runs any more. One that cannot be noted keeps no other waiting. */
  async settleAll(): Promise<void> {
    for (const row of await this.#rows.list({ outcome: 'running' }))
      await this.settled(row).catch((error: unknown) => this.#parts.host.log(`run ${row.id}: ${String(error)}`));
  }

  /** Asks whichever instance runs it to end it. */
  async cancel(caller: Caller, uuid: string): Promise<void> {
    const row = await this.find(caller, uuid);
    if (!row) throw problem('terminalServer:refusal.noRun');
    if (row.outcome !== 'running') throw problem('terminalServer:refusal.ended');
    await this.#parts.host.publish('terminal.cancel', { uuid });
  }

  /** Resolves when what happens here has happened. */
  cancelHere(uuid: string): void {
    this.#own.get(uuid)?.end('cancelled', this.#grace);
  }

  /** Tells those who watch the run what it has printed and is not stored, if it runs here. */
  tellLive(uuid: string): void {
    this.#own.get(uuid)?.tellLive();
  }

  /** Ends all runs of this instance; none begins any more. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const run of this.#own.values()) run.end('interrupted', stopGrace);
    await Promise.all([...this.#own.values()].map(({ done }) => done));
  }

  get #rows() {
    const { host } = this.#parts;
    return host.rows('terminal_run', host.system);
  }

  async #start(caller: Caller, request: RunRequest): Promise<void> {
    const { host } = this.#parts;
    if (this.#isStopping) throw problem('terminalServer:refusal.stopping');
    const theirs = [...this.#people.values()].filter((id) => id === caller.id).length;
    if (this.#people.size >= mostRuns.all || theirs >= mostRuns.person) throw problem('terminalServer:refusal.busy');
    const { uuid } = request;
    this.#people.set(uuid, caller.id);
    try {
      const begun = await beginRun(host, caller, request, this.#instance);
      const run = ownRun(host, begun, () => this.#isStopping, this.#grace);
      const done = run.done.finally(() => {
        this.#own.delete(uuid);
        this.#people.delete(uuid);
      });
      this.#own.set(uuid, { ...run, done });
      if (this.#isStopping) run.end('interrupted', stopGrace);
    } catch (error) {
      this.#people.delete(uuid);
      throw error;
    }
  }

  /** Ends what a killed server has left behind on this machine, too. */
  async #interrupted(row: RunRow, length: number): Promise<RunRow> {
    const { host } = this.#parts;
    await endFamily({ mark: row.output }, 0);
    const [found, done] = await host.transaction(host.system, async ({ rows, now }) => {
      const runs = rows('terminal_run');
      const there = await runs.lock(row.id);
      // Its server may still have written how it ended.
      if (there.outcome !== 'running') return [there, undefined];
      return [there, await runs.edit(row.id, { outcome: 'interrupted', end_time: now, length })];
    });
    if (done) noteRun(host, host.system, row, { outcome: 'interrupted', exitCode: null });
    return done ?? found;
  }
}
