import type { Listener, Message } from './channel.ts';

/** Who listens in this process, by topic. */
export class Listeners {
  readonly #byTopic = new Map<string, Set<Listener>>();

  add(topic: string, listener: Listener): () => void {
    const all = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, all.add(listener));
    return () => {
      all.delete(listener);
      if (all.size === 0 && this.#byTopic.get(topic) === all) this.#byTopic.delete(topic);
    };
  }

  has(topic: string): boolean {
    return this.#byTopic.has(topic);
  }

  hear(topic: string, message: Message): void {
    for (const listener of this.#byTopic.get(topic) ?? []) listener.heard(message);
  }

  missed(): void {
    for (const all of this.#byTopic.values()) for (const listener of all) listener.missed?.();
  }
}
