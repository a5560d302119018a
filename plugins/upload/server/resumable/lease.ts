import { randomUUID } from 'node:crypto';
import type { Lock, Locker } from '@tus/server';
import { Problem } from '#resource';
import type { UploadParts } from '../uploadParts.ts';
import type { UnfinishedRow } from './unfinished.ts';

/** All in milliseconds. */
export interface LeaseTimes {
  /**
   * Whoever holds an upload and says nothing for so long is taken for dead; the living say so three times meanwhile. Whoever waits
   * watches for so long by a clock of their own: no moment of one server is ever compared with that of another.
   */
  readonly lifetime: number;
  /** How long somebody waits for an upload that another request holds: longer than a killed server holds one. */
  readonly patience: number;
}
const usual: LeaseTimes = { lifetime: 12_000, patience: 20_000 };
const pause = 150;

declare module '#plugin' {
  interface Events {
    /** Somebody wants to go on with an upload: whoever still writes to it, on a line that is dead perhaps, ends. */
    'upload.wanted': { readonly uuid: string };
  }
}

/** Who holds an upload, and how often they have said so. */
interface Held {
  readonly holder: string;
  readonly beat: number;
}

/** One request at a time for each upload, over all instances. */
export class Leases {
  readonly #parts: UploadParts;
  readonly #times: LeaseTimes;
  /** How to ask those to end who write on this instance. */
  readonly #asking = new Map<string, () => void>();

  constructor(parts: UploadParts, times: LeaseTimes = usual) {
    this.#parts = parts;
    this.#times = times;
  }

  async listen(): Promise<void> {
    await this.#parts.host.subscribe('upload.wanted', ({ uuid }) => this.#asking.get(uuid)?.());
  }

  /** Does the work while nobody else does anything to the upload; `wanted` is called when somebody waits. */
  async hold<T>(id: number, uuid: string, work: () => Promise<T>, wanted: () => void = () => {}): Promise<T> {
    const release = await this.take(id, uuid, wanted);
    try {
      return await work();
    } finally {
      await release();
    }
  }

  async take(id: number, uuid: string, wanted: () => void, signal?: AbortSignal): Promise<() => Promise<void>> {
    const { lifetime, patience } = this.#times;
    const holder = randomUUID();
    const deadline = performance.now() + patience;
    let asked = -Infinity;
    let seen: Held | undefined;
    let watched = 0;
    for (;;) {
      const isDead = seen !== undefined && performance.now() - watched >= lifetime;
      const held = await this.#takeOrSee(id, holder, isDead ? seen : undefined);
      if (!held) break;
      if (!seen || !isSame(seen, held)) {
        seen = held;
        watched = performance.now();
      }
      if (signal?.aborted || performance.now() > deadline) throw new Problem('upload:resume.busy', {}, { status: 423 });
      if (performance.now() - asked > 1000) {
        asked = performance.now();
        await this.#parts.host.publish('upload.wanted', { uuid });
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.#asking.set(uuid, wanted);
    const renewing = setInterval(
      // Who has slept too long ends: another goes on by now.
      () =>
        void this.#change(id, holder, ({ beat }) => ({ beat: beat + 1 })).then(
          (is) => is || wanted(),
          () => {},
        ),
      lifetime / 3,
    );
    return async () => {
      clearInterval(renewing);
      this.#asking.delete(uuid);
      // Who cannot say so is taken for dead a little later.
      await this.#change(id, holder, () => ({ holder: null })).catch(() => {});
    };
  }

  /** The lock as the library for the protocol wants it. */
  locker(id: number): Locker {
    return {
      newLock: (uuid): Lock => {
        let release: (() => Promise<void>) | undefined;
        return {
          lock: async (signal, wanted) => {
            release = await this.take(id, uuid, () => void wanted(), signal);
          },
          unlock: async () => release?.(),
        };
      },
    };
  }

  /** Takes it when it is free, or held by somebody who has said nothing since they were seen; otherwise who holds it. */
  #takeOrSee(id: number, holder: string, dead: Held | undefined): Promise<Held | undefined> {
    const { host } = this.#parts;
    return host.transaction(host.system, async ({ rows }) => {
      const table = rows('unfinished_upload');
      const held = heldBy(await table.lock(id));
      if (held && !(dead && isSame(dead, held))) return held;
      await table.edit(id, { holder, beat: 0 });
      return undefined;
    });
  }

  /** Changes what is said of the holder; false when another one has taken it. */
  #change(
    id: number,
    holder: string,
    next: (held: Held) => { readonly beat: number } | { readonly holder: null },
  ): Promise<boolean> {
    const { host } = this.#parts;
    return host.transaction(host.system, async ({ rows }) => {
      const table = rows('unfinished_upload');
      // Locked: whoever was taken for dead must not end what another has taken meanwhile.
      const held = heldBy(await table.lock(id));
      if (held?.holder !== holder) return false;
      await table.edit(id, next(held));
      return true;
    });
  }
}

const isSame = (one: Held, other: Held): boolean => one.holder === other.holder && one.beat === other.beat;

/** Rows of earlier versions have no beat; nobody of those is at work any more. */
const heldBy = ({ holder, beat }: UnfinishedRow): Held | undefined =>
  holder === null || beat === null ? undefined : { holder, beat };
