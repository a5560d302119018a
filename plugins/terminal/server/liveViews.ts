import type { PluginHost } from '#plugin';
import type { LiveText } from './liveEnd.ts';

/** Who watches runs here, and is told what is not stored of their output. */
export class LiveViews {
  readonly #byRun = new Map<string, Set<LiveView>>();

  async listen(host: PluginHost): Promise<void> {
    await host.subscribe(
      'terminal.live',
      ({ uuid, at, text }) => {
        for (const view of this.#byRun.get(uuid) ?? []) view.put({ at, text });
      },
      () => Promise.all([...this.#byRun.keys()].map((uuid) => host.publish('terminal.live-wanted', { uuid }))),
    );
  }

  /** Until it is left. Whichever instance runs it tells what there is at this moment. */
  async watch(host: PluginHost, uuid: string): Promise<LiveView> {
    const views = this.#byRun.get(uuid) ?? new Set();
    this.#byRun.set(uuid, views);
    const view: LiveView = new LiveView(() => {
      views.delete(view);
      if (views.size === 0 && this.#byRun.get(uuid) === views) this.#byRun.delete(uuid);
    });
    views.add(view);
    // Without it the viewer is told with the next change.
    await host.publish('terminal.live-wanted', { uuid }).catch(() => {});
    return view;
  }
}

/** What one viewer is told besides the stored lines. */
export class LiveView {
  readonly leave: () => void;
  #latest: LiveText | undefined;
  #isNew = false;
  #wake = (): void => {};

  constructor(leave: () => void) {
    this.leave = leave;
  }

  put(live: LiveText): void {
    this.#latest = live;
    this.#isNew = true;
    this.#wake();
  }

  /** The newest text for whoever has so many characters of output, once: it stands behind all that is stored. */
  take(at: number): string | undefined {
    const live = this.#latest;
    // Of lines that are yet to come; they are waited for.
    if (!live || live.at > at) return undefined;
    this.#latest = undefined;
    return live.at === at ? live.text : undefined;
  }

  /** What comes from the source, and nothing whenever there is a new text; the next is asked for when the one before is taken. */
  async *among<T>(source: AsyncIterable<T>): AsyncGenerator<T | undefined> {
    const items = source[Symbol.asyncIterator]();
    let found: { readonly next: Promise<IteratorResult<T>> } | undefined;
    const ask = (): void => {
      const next = items.next();
      const settled = (): void => {
        found = { next };
        this.#wake();
      };
      next.then(settled, settled);
    };
    ask();
    try {
      for (;;) {
        if (found) {
          const { value, done } = await found.next;
          if (done) return;
          found = undefined;
          yield value;
          ask();
        } else if (this.#isNew) {
          this.#isNew = false;
          yield undefined;
        } else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      await items.return?.();
    }
  }
}
