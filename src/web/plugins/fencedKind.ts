import { accept, type AnyKind } from '#resource';
import { reportFault } from './faults.ts';

/** A plugin's kind; where its rule throws, the value is left to the server. */
export const fencedKind = (plugin: string, kind: AnyKind): AnyKind => ({
  ...kind,
  parse(input, options) {
    try {
      return kind.parse(input, options);
    } catch (error) {
      reportFault(plugin, 'field', kind.kind, error);
      return accept(input);
    }
  },
});
