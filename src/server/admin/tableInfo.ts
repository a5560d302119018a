import { Code, flagIn, Problem, shown, type Caller, type FieldManifest } from '#resource';
import type { Route, RouteRequest } from '../http/route.ts';
import type { Gate } from '../table/gate.ts';
import { mayUse } from '../table/read.ts';

/**
 * What the tables are and have, for who designs tables: super administrators (specification §7, protocol §2.4). A
 * table without a page and a field that nobody may read or write, such as a stored secret, are not told.
 */
export function tableInfoRoutes(gate: Gate): Route[] {
  const route = (name: string, handler: (request: RouteRequest, model: Known) => unknown): Route => ({
    method: 'GET',
    url: `/admin/ajax/${name}`,
    node: 'signed-in',
    handler(request) {
      assertDesigner(request.caller);
      const table = request.query['table'];
      const manifest = known(gate, request.caller).find(({ name: each }) => each === table);
      if (!manifest) throw new Problem('server:noTable', { table: table === undefined ? '' : shown(table) });
      return handler(request, manifest);
    },
  });
  return [
    {
      method: 'GET',
      url: '/admin/ajax/getTableList',
      node: 'signed-in',
      handler({ caller, query }) {
        assertDesigner(caller);
        const word = wordIn(query);
        const excluded = [query['excludeTable'] ?? []].flat().map(textIn);
        const list = known(gate, caller)
          .filter(({ name, label }) => `${name} ${label}`.toLowerCase().includes(word) && !excluded.includes(name))
          .map(({ name, label }) => ({ table: name, comment: `${name} - ${label}`, connection: '', prefix: '' }));
        return { list };
      },
    },
    {
      method: 'GET',
      url: '/admin/ajax/getDatabaseConnectionList',
      node: 'signed-in',
      handler({ caller, query }) {
        assertDesigner(caller);
        // There is one, and what it is stays here.
        return { list: wordIn(query) === '' ? [{ type: '', database: '', key: '' }] : [] };
      },
    },
    route('getTablePk', () => ({ pk: 'id' })),
    route('getTableFieldList', ({ query }, { fields }) => {
      const isClean = flagIn(query, 'clean', true);
      // Columns of related tables are those tables' own.
      const own = Object.values(fields).filter(({ name }) => !name.includes('.'));
      return {
        pk: 'id',
        fieldList: Object.fromEntries(own.map((field) => [field.name, isClean ? titleOf(field) : field])),
      };
    }),
  ];
}

type Known = ReturnType<Gate['manifest']>;
const known = (gate: Gate, caller: Caller): Known[] =>
  [...gate.models.values()]
    .filter((model) => !model.definition.source && mayUse(caller, model))
    .map((model) => gate.manifest(caller, model, caller.language));

const wordIn = (query: RouteRequest['query']): string =>
  textIn(query['quickSearch'] ?? query['quick_search'] ?? '').toLowerCase();

function textIn(input: unknown): string {
  if (typeof input !== 'string') throw new Problem('rows:wrongSearch');
  return input;
}

function assertDesigner(caller: Caller): void {
  if (!caller.super) throw new Problem('server:forbidden', {}, { code: Code.forbidden });
}

/** What stands before the first colon: what follows it explains the values. */
const titleOf = ({ label }: FieldManifest): string => label.split(/[:：]/)[0]!.trim();
