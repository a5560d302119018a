import { Problem, type Model, type TableAction } from '#resource';
import type { Route, RouteRequest } from '../http/route.ts';
import type { Realm } from '../realms/realm.ts';
import { tableCalls, type TableCalls } from './actions/index.ts';
import { choiceIn, keyIn } from './actions/input.ts';
import { forbidden } from './read.ts';
import type { Gate } from './gate.ts';

/**
 * The table controller: `<base>/<path with dots>/<action>` for every table, in each realm: `/admin/content.article/index`.
 * Whoever is signed in may call it; the gate decides what they may do.
 */
export function tableRoutes(gate: Gate, { base }: Pick<Realm, 'base'>): Route[] {
  const at = (name: string) => ({ url: `${base}/:controller/${name}`, node: 'signed-in' }) as const;
  const names = Object.keys(tableCalls) as (keyof TableCalls)[];
  const known = names.map((key): Route => {
    const { name, method, success } = tableCalls[key];
    return {
      ...at(name),
      method,
      ...(success === undefined ? {} : { success }),
      handler: (request) => gate.serve(meant(key, request), modelOf(gate, request, isQuestion(key)), request, base),
    };
  });
  const own = ownActions(gate).map(({ name, method }): Route => ({
    ...at(name),
    method,
    success: 'rows:done',
    handler: (request) => act(gate, name, method, request),
  }));
  return [...known, ...own];
}

/** Each address and method once, whatever the number of tables that have such an action. */
function ownActions({ models }: Gate): Pick<TableAction, 'name' | 'method'>[] {
  const actions = [...models.values()].flatMap((model) => [...model.actions.values()]).filter(({ handler }) => handler);
  return [...new Map(actions.map((each) => [`${each.method} ${each.name}`, each])).values()];
}

/** What a table does not have answers like what the caller may not do. */
async function act(gate: Gate, name: string, method: TableAction['method'], request: RouteRequest): Promise<unknown> {
  const model = modelOf(gate, request);
  const action = model.actions.get(name);
  if (action?.method !== method || !action.handler) throw forbidden();
  const { ids: _ids, matching: _matching, ...values } = request.body;
  const key = keyIn(request);
  return gate.act(request.caller, model, name, {
    values,
    key,
    ...(action.on === 'list' ? {} : { ids: choiceIn(request) }),
  });
}

/** `index` with `select` asks for rows to choose from. */
const meant = (key: keyof TableCalls, { query: { select } }: RouteRequest): keyof TableCalls =>
  key === 'index' && select !== undefined && select !== '' && select !== '0' && select !== 'false' ? 'select' : key;

/** Pages ask for the manifest of whatever address was opened: that there is no such table is an answer, which no browser calls an error. */
const isQuestion = (key: keyof TableCalls): boolean => key === 'manifest';

function modelOf(gate: Gate, { params }: RouteRequest, isAsked = false): Model {
  const model = gate.modelAt(params['controller'] ?? '');
  if (!model) throw new Problem('rows:noTable', {}, isAsked ? {} : { status: 404 });
  return model;
}
