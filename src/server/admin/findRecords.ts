import type { Route } from '../http/route.ts';
import type { Realm } from '../realms/realm.ts';
import type { Gate } from '../table/gate.ts';

/** Characters of a word that is looked for: names are shorter. */
const longest = 100;
/** Milliseconds for all tables: somebody is typing. */
const patience = 1500;

/** What the command palette asks while somebody types: records by name in all tables that the caller may list. */
export const findRoute = (gate: Gate, { base }: Pick<Realm, 'base'>): Route => ({
  method: 'GET',
  url: `${base}/ajax/findRecords`,
  node: 'signed-in',
  handler({ caller, query }) {
    const word = typeof query['word'] === 'string' ? query['word'].trim() : '';
    if (word === '' || word.length > longest) return { found: [], isPartial: false };
    return gate.findNames(caller, word, patience);
  },
});
