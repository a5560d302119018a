import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Running {
  /** Undefined while our own code runs on behalf of a plugin. */
  readonly owner: string | undefined;
  /** By when the hook must have ended in which this runs; a moment of `performance.now()`. */
  readonly deadline: number;
  /** The transaction in which it runs, until that has ended. */
  readonly transaction: { isOpen: boolean } | undefined;
}

const running = new AsyncLocalStorage<Running>();

/** Milliseconds that the hook has left in which this runs; Infinity outside of hooks. */
export const timeLeft = (): number => (running.getStore()?.deadline ?? Infinity) - performance.now();

/** Whether this runs within a transaction, as hooks, actions and the work of `host.transaction` do. */
export const isInTransaction = (): boolean => running.getStore()?.transaction?.isOpen === true;

/** Runs foreign code within a transaction, which has as many milliseconds. */
export async function runInTransaction<T>(owner: string, job: () => Promise<T>, left: number): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await running.run({ owner, deadline: performance.now() + left, transaction }, job);
  } finally {
    transaction.isOpen = false;
  }
}

/**
 * Runs foreign code under the name of its owner, `plugin review` or `resources/article.ts`: timers and promises that it leaves
 * behind bear it too.
 */
export const runAs = <T>(owner: string | undefined, job: () => T, left = timeLeft()): T =>
  running.run({ owner, deadline: performance.now() + left, transaction: running.getStore()?.transaction }, job);

/** Runs our own code for foreign code: connections and queues that begin here belong to nobody. */
export const runAsServer = <T>(job: () => T): T => runAs(undefined, job);

export const pluginOwner = (name: string): string => `plugin ${name}`;

/** The plugin's name, when the owner is one. */
export const pluginOf = (owner: string): string | undefined => /^plugin (.+)$/.exec(owner)?.[1];

/** Puts the file of the plugin in front of a sentence that begins with its name. */
export const withFile =
  (files: ReadonlyMap<string, string> | undefined) =>
  (fault: string): string => {
    const file = files?.get(/^plugin ([^:]+): /.exec(fault)?.[1] ?? '');
    return file === undefined ? fault : `${file}: ${fault}`;
  };

/** Whose code has failed, as far as it can be known: by what it ran under, else by the first file of theirs in its stack. */
export function ownerOf(error: unknown): string | undefined {
  const owner = running.getStore()?.owner;
  if (owner !== undefined || !(error instanceof Error)) return owner;
  return ownerInStack(error.stack ?? '');
}

const root = `${pathToFileURL(join(import.meta.dirname, '../../..')).href}/`;

/** The first file below `plugins/` or `resources/` of the project. */
function ownerInStack(stack: string): string | undefined {
  for (const place of stack.split(root).slice(1)) {
    const [, plugin, resource] = /^(?:plugins\/([^/\n]+)\/|(resources\/[^/\n:]+))/.exec(place) ?? [];
    if (plugin !== undefined) return pluginOwner(plugin);
    if (resource !== undefined) return resource;
  }
  return undefined;
}
