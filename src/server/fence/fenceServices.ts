import type { OutputLogs, PluginHost, Storage } from '#plugin';
import { runAsServer } from './owner.ts';

type Services = Pick<PluginHost, 'publish' | 'subscribe' | 'enqueue' | 'outputs' | 'storage' | 'commands'>;

/** The services with everything that they do for a plugin done as the server's: timers and connections that begin there are its own. */
export function fencedServices({ publish, subscribe, enqueue, outputs, storage, commands }: Services): Services {
  return {
    ...methodsOutside({ publish, subscribe, enqueue }),
    outputs: fencedOutputs(outputs),
    storage: fencedStorage(storage),
    commands,
  };
}

/** Calls of a plugin that fail before they begin are rejected as well, never thrown. */
export function methodsOutside<T extends object>(given: T): T {
  const methods = Object.entries(given).map(([name, method]) => [
    name,
    async (...input: unknown[]): Promise<unknown> =>
      await runAsServer(() => (method as (...input: unknown[]) => unknown)(...input)),
  ]);
  return Object.fromEntries(methods) as T;
}

function fencedOutputs(outputs: OutputLogs): OutputLogs {
  const { create, follow, ...others } = outputs;
  return {
    ...methodsOutside(others),
    async create(options) {
      const writer = await runAsServer(() => create(options));
      return {
        id: writer.id,
        append: (text) => runAsServer(() => writer.append(text)),
        end: (state) => runAsServer(() => writer.end(state)),
      };
    },
    follow: (...input) => eachOutside(() => follow(...input)),
  };
}

const fencedStorage = ({ list, ...others }: Storage): Storage => ({
  ...methodsOutside(others),
  list: (...input) => eachOutside(() => list(...input)),
});

export const eachOutside = <T>(open: () => AsyncIterable<T>): AsyncIterable<T> => ({
  [Symbol.asyncIterator]() {
    const iterator = runAsServer(() => open()[Symbol.asyncIterator]());
    return {
      next: () => runAsServer(() => iterator.next()),
      return: () =>
        runAsServer(() => iterator.return?.() ?? Promise.resolve({ done: true as const, value: undefined })),
    };
  },
});
