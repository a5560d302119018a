import type { Channel } from './channel.ts';
import { Listeners } from './listeners.ts';

/** Messages within the one process that serves a SQLite file. */
export function localChannel(): Channel {
  const listeners = new Listeners();
  /** Heard later, as from elsewhere, and a copy, so that nobody depends on what only one process can do. */
  const hear = (topic: string, text: string): void => {
    if (listeners.has(topic))
      setImmediate(() => listeners.hear(topic, { data: JSON.parse(text) as unknown, isOwn: true }));
  };
  return {
    async sendIn({ after }, topic, data) {
      const text = JSON.stringify(data);
      after.push(() => hear(topic, text));
    },
    send: async (topic, data) => hear(topic, JSON.stringify(data)),
    listen: async (topic, listener) => listeners.add(topic, listener),
    async close() {},
  };
}
