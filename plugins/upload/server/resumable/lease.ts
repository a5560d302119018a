import { randomUUID } from 'node:crypto';
import type { Lock, Locker } from '@tus/server';
import { Problem } from '#resource';
import type { UploadParts } from '../uploadParts.ts';

/** Seconds after which whoever holds an upload and says nothing is taken for dead; the living say so three times meanwhile. */
const lifetime = 12;
/** Milliseconds that somebody waits for an upload that another request holds: longer than a killed server holds one. */
const patience = 20_000;
const pause = 150;

declare module '#plugin' {
  interface Events {
    /** Somebody wants to go on with an upload: whoever still writes to it, on a line that is dead perhaps, ends. */
    'upload.wanted': { readonly uuid: string };
  }
}

/** One request at a time for each upload, over all instances. */
export class Leases {
  readonly #parts: UploadParts;
  /** How to ask those to end who write on this instance. */
  readonly #asking = new Map<string, () => void>();

  constructor(parts: UploadParts) {
    this.#parts = parts;
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
    const holder = randomUUID();
    const deadline = Date.now() + patience;
    let asked = 0;
    while (!(await this.#tryTake(id, holder))) {
      if (signal?.aborted || Date.now() > deadline) throw new Problem('upload:resume.busy', {}, { status: 423 });
      if (Date.now() - asked > 1000) {
        asked = Date.now();
        await this.#parts.host.publish('upload.wanted', { uuid });
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.#asking.set(uuid, wanted);
    const renewing = setInterval(() => void this.#set(id, holder, lifetime).catch(() => {}), (lifetime * 1000) / 3);
    return async () => {
      clearInterval(renewing);
      this.#asking.delete(uuid);
      // Who cannot say so is taken for dead a little later.
      await this.#set(id, holder, 0).catch(() => {});
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

  #tryTake(id: number, holder: string): Promise<boolean> {
    const { host } = this.#parts;
    return host.transaction(host.system, async ({ rows, now }) => {
      const table = rows('unfinished_upload');
      const row = await table.lock(id);
      if ((row.held_until ?? 0) > now) return false;
      await table.edit(id, { holder, held_until: now + lifetime });
      return true;
    });
  }

  async #set(id: number, holder: string, seconds: number): Promise<void> {
    const { host } = this.#parts;
    await host.transaction(host.system, async ({ rows, now }) => {
      const table = rows('unfinished_upload');
      // Locked: whoever was taken for dead must not end what another has taken meanwhile.
      const row = await table.lock(id);
      if (row.holder === holder) await table.edit(id, { held_until: seconds === 0 ? 0 : now + seconds });
    });
  }
}
