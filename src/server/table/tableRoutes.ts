import { listOf, Problem, type Model } from '#resource';
import type { Route, RouteRequest } from '../http/route.ts';
import type { Realm } from '../realms/realm.ts';
import type { Gate } from './gate.ts';

type Handler = (model: Model, request: RouteRequest) => unknown;
/** Longer keys are nobody's. */
const longestKey = 200;

/**
 * The generic table controller: `<base>/<path with dots>/<action>` for every table, in each realm: `/admin/content.article/index`.
 * Whoever is signed in may call it; the gate decides what they may do.
 */
export function tableRoutes(gate: Gate, { base }: Pick<Realm, 'base'>): Route[] {
  const route = (method: Route['method'], action: string, handler: Handler, success?: string): Route => ({
    method,
    url: `${base}/:controller/${action}`,
    node: 'signed-in',
    ...(success === undefined ? {} : { success }),
    handler: (request) => handler(modelOf(gate, request), request),
  });
  return [
    route('GET', 'manifest', (model, { caller }) => gate.manifest(caller, model, caller.language, base)),
    route('GET', 'index', (model, { caller, query }) =>
      isSelect(query) ? gate.select(caller, model, query) : gate.index(caller, model, query),
    ),
    route('GET', 'select', (model, { caller, query }) => gate.select(caller, model, query)),
    route('GET', 'edit', async (model, { caller, query }) => ({ row: await gate.read(caller, model, query['id']) })),
    route('GET', 'history', async (model, { caller, query }) => ({
      list: await gate.history(caller, model, query['id']),
    })),
    route(
      'POST',
      'add',
      async (model, request) => ({ row: await gate.add(request.caller, model, request.body, keyOf(request)) }),
      'rows:added',
    ),
    route(
      'POST',
      'edit',
      async (model, { caller, body }) => ({ row: await gate.edit(caller, model, body) }),
      'rows:updated',
    ),
    route(
      'DELETE',
      'del',
      async (model, request) => ({ count: await gate.del(request.caller, model, idsOf(request)) }),
      'rows:deleted',
    ),
    route(
      'DELETE',
      'destroy',
      async (model, request) => ({ count: await gate.del(request.caller, model, idsOf(request), { forGood: true }) }),
      'rows:deleted',
    ),
    route(
      'POST',
      'restore',
      async (model, request) => ({ count: await gate.restore(request.caller, model, idsOf(request)) }),
      'rows:restored',
    ),
    route(
      'POST',
      'sortable',
      async (model, { caller, body }) => {
        await gate.sortable(caller, model, body);
        return null;
      },
      'rows:moved',
    ),
  ];
}

function modelOf(gate: Gate, { params }: RouteRequest): Model {
  const model = gate.modelAt(params['controller'] ?? '');
  if (!model) throw new Problem('rows:noTable', {}, { status: 404 });
  return model;
}

const isSelect = ({ select }: Readonly<Record<string, unknown>>): boolean =>
  select !== undefined && select !== '' && select !== '0' && select !== 'false';

/** Ids come in the query of a DELETE, as the protocol has it; a body is taken too. */
function idsOf({ query, body }: RouteRequest): readonly unknown[] {
  const given = query['ids'] ?? body['ids'];
  if (given === undefined || given === null || given === '') throw new Problem('rows:noIds');
  return listOf(given);
}

function keyOf(request: RouteRequest): string | undefined {
  const key = request.header('idempotency-key');
  return key === undefined || key === '' || key.length > longestKey ? undefined : key;
}
