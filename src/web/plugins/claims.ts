import { reportFault } from './faults.ts';

/** Which plugin brings what, by what it is: `Input of image`. */
const holders = new Map<string, string>();

/**
 * Whether the plugin may bring this. Of two that bring the same the first by name holds it, whichever was loaded first, and
 * the fault of the other names both.
 */
export function claim(plugin: string, what: string): boolean {
  const holder = holders.get(what) ?? plugin;
  const [first, second] = [holder, plugin].toSorted() as [string, string];
  holders.set(what, first);
  if (first !== second)
    reportFault(
      second,
      'conflict',
      what,
      new Error(`"${first}" and "${second}" both bring it; that of "${first}" holds.`),
    );
  return first === plugin;
}

/** A plugin has brought the same twice: the first holds. */
export const reportTwice = (plugin: string, what: string): void =>
  reportFault(plugin, 'conflict', what, new Error('It is registered twice: give the second one another name.'));
