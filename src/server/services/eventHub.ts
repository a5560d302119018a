import type { EventName, EventOrigin, Events, PluginEvents } from '#plugin';
import type { Channel } from '../events/channel.ts';
import type { Failures } from '../fence/failures.ts';
import { pluginOwner, runAs } from '../fence/owner.ts';
import type { Limits } from '../shared/limits.ts';
import { within } from '../shared/timeLimit.ts';

/** Heard by this instance only, which waits for whoever hears it. */
type LocalEvent = 'visitor-signed-in' | 'before-stop' | 'after-stop';
const stopping: readonly EventName[] = ['before-stop', 'after-stop'] satisfies LocalEvent[];
const local: readonly EventName[] = [...stopping, 'visitor-signed-in' satisfies LocalEvent];
const published: readonly EventName[] = [...local, 'signed-in', 'account-closed', 'mail-tried', 'settings-changed'];

type Heard = (data: never, origin: EventOrigin) => unknown;
interface Subscriber {
  readonly plugin: string;
  readonly heard: Heard;
  readonly missed?: (() => unknown) | undefined;
}

export interface EventHubParts {
  readonly channel: Channel;
  readonly failures: Failures;
  /** Subscribers have as long as hooks; while the server stops, half of what a plugin's `stop` has. */
  readonly limits: Pick<Limits, 'hook' | 'stop'>;
  log(message: string, error: unknown): void;
}

/** Events between plugins and from the product to them. */
export class EventHub {
  readonly #parts: EventHubParts;
  readonly #subscribers = new Map<string, Set<Subscriber>>();

  constructor(parts: EventHubParts) {
    this.#parts = parts;
  }

  /** As one plugin has it. */
  of(plugin: string): PluginEvents {
    return {
      publish: (name, data) => {
        if (published.includes(name))
          throw new Error(`The event "${name}" is the product's own; publish one of another name.`);
        return this.#parts.channel.send(topicOf(name), data);
      },
      subscribe: (name, heard, missed) => this.#subscribe(name, { plugin, heard: heard as Heard, missed }),
    };
  }

  /** Tells every instance what the product has done, when a plugin wants to know. */
  tell<N extends Exclude<EventName, LocalEvent>>(name: N, data: Events[N]): void {
    if (!this.#subscribers.has(name)) return;
    this.#parts.channel
      .send(topicOf(name), data)
      .catch((error: unknown) => this.#parts.log(`the event ${name} could not be sent`, error));
  }

  /** Tells this instance's plugins, and waits for them; whether none of them has failed. */
  async tellHere<N extends LocalEvent>(name: N, data: Events[N]): Promise<boolean> {
    const all = [...(this.#subscribers.get(name) ?? [])];
    const done = await Promise.all(
      all.map(({ plugin, heard }) => this.#call(name, plugin, () => heard(data as never, { isOwn: true }))),
    );
    return done.every(Boolean);
  }

  async #subscribe(name: EventName, subscriber: Subscriber): Promise<() => void> {
    const { plugin, heard, missed } = subscriber;
    const all = this.#subscribers.get(name) ?? new Set();
    this.#subscribers.set(name, all.add(subscriber));
    const unlisten = local.includes(name)
      ? () => {}
      : await this.#parts.channel.listen(topicOf(name), {
          heard: ({ data, isOwn }) => void this.#call(name, plugin, () => heard(data as never, { isOwn })),
          missed: () => void this.#call(name, plugin, () => missed?.()),
        });
    return () => {
      unlisten();
      all.delete(subscriber);
      if (all.size === 0) this.#subscribers.delete(name);
    };
  }

  /** Calls a subscriber of this event, which has its limit; whether it has done it. */
  async #call(name: EventName, plugin: string, call: () => unknown): Promise<boolean> {
    const owner = pluginOwner(plugin);
    try {
      const { hook, stop } = this.#parts.limits;
      const limit = stopping.includes(name) ? stop / 2 : hook;
      await runAs(owner, () => within(limit, call));
      return true;
    } catch (error) {
      this.#parts.failures.report(owner, `its subscriber of "${name}"`, error);
      return false;
    }
  }
}

const topicOf = (name: string): string => `event ${name}`;
