import { largestImport, Problem } from '#resource';
import type { PluginRoute } from '#plugin';
import type { Realm } from '../realms/realm.ts';
import type { Gate } from './gate.ts';

/** Bytes a second below which a connection is as good as dead. */
const leastRate = 1000;
/** Milliseconds in which the largest file is read. */
const timeout = 600_000;

/** Where the files come to that people want to import: `<base>/<path with dots>/importFile?name=rows.csv`, the body being the file. */
export const importRoutes = (gate: Gate, { name: realm, base }: Pick<Realm, 'name' | 'base'>): PluginRoute[] => [
  {
    realm,
    node: 'signed-in',
    method: 'POST',
    url: `${base}/:controller/importFile`,
    body: { as: 'stream', limit: largestImport, leastRate },
    timeout,
    rateLimit: { max: 60, timeWindow: 60_000 },
    async handler({ caller, params, query, stream, signal }) {
      const model = gate.modelAt(params['controller'] ?? '');
      if (!model) throw new Problem('rows:noTable', {}, { status: 404 });
      const name = typeof query['name'] === 'string' ? query['name'] : '';
      const id = await gate.receive(caller, model, { name, bytes: stream, signal });
      return gate.importState(caller, model, id);
    },
  },
];
