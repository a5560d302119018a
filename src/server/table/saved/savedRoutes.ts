import { Invalid, Problem, readViewState, type Caller, type Label, type Model, type SavedViews } from '#resource';
import type { Route, RouteRequest } from '../../http/route.ts';
import type { Realm } from '../../realms/realm.ts';
import type { Gate } from '../gate.ts';
import { forbidden, isAllowed } from '../read.ts';
import { savePreference } from './preferences.ts';

/** What the log of administrators calls them. */
export interface SavedTitles {
  readonly save: Label;
  readonly remove: Label;
  readonly open: Label;
  readonly prefer: Label;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Saving, deleting and choosing views of a list, and columns for oneself: `table` is the path of a table that the caller may
 * list.
 */
export function savedRoutes(
  gate: Gate,
  { name: realm, base }: Pick<Realm, 'name' | 'base'>,
  titles: SavedTitles,
): Route[] {
  if (!gate.models.has('saved_view') || !gate.models.has('list_start')) return [];
  const answer = async (caller: Caller, model: Model): Promise<SavedViews> =>
    (await gate.savedViews(caller, model)) ?? { list: [], opens: null };
  const at = (method: Route['method'], name: string, title: Label) =>
    ({ method, url: `${base}/ajax/${name}`, node: 'signed-in', title }) as const;
  return [
    {
      ...at('POST', 'saveView', titles.save),
      async handler({ caller, body }) {
        const model = tableIn(gate, caller, body['table']);
        const id = await saveView(gate, caller, model, body);
        if (body['opens'] !== undefined) await openWith(gate, caller, model, isYes(body['opens']) ? id : null, id);
        return { id, ...(await answer(caller, model)) };
      },
    },
    // Their names are known to who is in one of them or above it, whether or not they may look after groups.
    ...(realm === 'admin' && gate.models.has('admin_group')
      ? [
          {
            ...at('GET', 'viewGroups', titles.save),
            handler: async ({ caller }: RouteRequest) =>
              (await gate.rows('admin_group', caller).list()).map(({ id, name }) => ({ id, name })),
          },
        ]
      : []),
    {
      ...at('POST', 'deleteView', titles.remove),
      async handler({ caller, body }) {
        const model = tableIn(gate, caller, body['table']);
        await gate.rows('saved_view', caller).del([await viewIn(gate, caller, model, body['id'])]);
        return answer(caller, model);
      },
    },
    {
      ...at('POST', 'openView', titles.open),
      async handler({ caller, body }) {
        const model = tableIn(gate, caller, body['table']);
        const given = body['id'];
        await openWith(gate, caller, model, given === null ? null : await viewIn(gate, caller, model, given));
        return answer(caller, model);
      },
    },
    ...(gate.models.has('preference') ? [saveColumns(gate, at('POST', 'saveColumns', titles.prefer))] : []),
  ];
}

/** `columns` of the list, or of its saved view with the id `view`, for the caller alone; null: as they are by themselves. */
const saveColumns = (gate: Gate, route: Omit<Route, 'handler'>): Route => ({
  ...route,
  async handler({ caller, body }) {
    const model = tableIn(gate, caller, body['table']);
    const { view = null, columns = null } = body;
    const key = {
      name: 'columns',
      path: model.path,
      view_id: view === null ? null : await viewIn(gate, caller, model, view),
    } as const;
    await savePreference(gate, caller, key, columns);
    return {};
  },
});

const isYes = (input: unknown): boolean => input === true || input === 1 || input === '1';

/** What is no table answers like one that the caller may not list. */
function tableIn(gate: Gate, caller: Caller, path: unknown): Model {
  const model = typeof path === 'string' ? gate.modelAt(path.replaceAll('/', '.')) : undefined;
  if (!model || !isAllowed(caller, model, 'index')) throw forbidden();
  return model;
}

/** The id of a view of this table that the caller sees. */
async function viewIn(gate: Gate, caller: Caller, { path }: Model, id: unknown): Promise<number> {
  const row = Number.isSafeInteger(id) ? await gate.rows('saved_view', caller).get(id as number) : undefined;
  if (row?.path !== path) throw new Problem('rows:notFound');
  return row.id;
}

async function saveView(gate: Gate, caller: Caller, model: Model, body: Body): Promise<number> {
  const { id, name, sharing, group_ids: groups, in_menu: inMenu, state } = body;
  const values = {
    ...(name !== undefined && { name: typeof name === 'string' ? name.trim() : name }),
    ...(sharing !== undefined && { sharing }),
    ...(groups !== undefined && { group_ids: groups }),
    ...(inMenu !== undefined && { in_menu: inMenu }),
    ...(state !== undefined && { state: readViewState(state) }),
  } as object;
  const rows = gate.rows('saved_view', caller);
  if (id !== undefined && id !== null) {
    const known = await viewIn(gate, caller, model, id);
    await rows.edit(known, values);
    return known;
  }
  if (state === undefined) throw new Invalid({ state: { key: 'validate:required' } });
  return (await rows.add({ path: model.path, ...values } as never)).id;
}

/** The list opens with this view for the caller, or with all rows; with `only` where it has opened with that one. */
async function openWith(
  gate: Gate,
  caller: Caller,
  { path }: Model,
  view: number | null,
  only?: number,
): Promise<void> {
  const rows = gate.rows('list_start', caller);
  const [start] = await rows.list({ path });
  if (view === null) {
    if (start && (only === undefined || start.view_id === only)) await rows.del([start.id]);
  } else if (!start) await rows.add({ path, view_id: view });
  else if (start.view_id !== view) await rows.edit(start.id, { view_id: view });
}
