import { numberIn, Problem, shown, type Caller, type Model } from '#resource';
import type { Route, RouteRequest } from '../http/route.ts';
import type { Gate } from '../table/gate.ts';

/** A row to choose on one level (specification §3, project selector option). */
interface Option {
  readonly value: number;
  readonly label: string;
  readonly disabled: boolean;
  /** Nothing can be chosen below it. */
  readonly leaf: boolean;
}

/**
 * Trees that are chosen from level by level (`levels` of a resource; specification §7), for whoever may choose rows of the table:
 * `group` takes the rows that are chosen on the levels above, `getProject` the one right above.
 */
export const levelRoutes = (gate: Gate): Route[] => [
  {
    method: 'GET',
    url: '/admin/ajax/group',
    node: 'signed-in',
    handler: ({ caller, query }) => optionsBelow(gate, caller, query, chosenIn(query)),
  },
  {
    method: 'GET',
    url: '/admin/ajax/getProject',
    node: 'signed-in',
    handler: ({ caller, query }) => optionsBelow(gate, caller, query, [idIn(query, 'pid')].filter(isChosen), true),
  },
];

type Query = RouteRequest['query'];

/** The rows below the last of the chosen ones, each of which is below the one before; with `anywhere` the first may be on any level. */
async function optionsBelow(
  gate: Gate,
  caller: Caller,
  query: Query,
  chosen: readonly number[],
  anywhere = false,
): Promise<readonly Option[]> {
  const model = modelOf(gate, query['type']);
  const { depth = 2, active } = model.definition.levels!;
  const asked = numberIn(query, 'level');
  if ((asked ?? 0) > depth || chosen.length >= depth) throw tooDeep(depth);
  const [first] = chosen;
  const path = first === undefined ? [] : await wayTo(gate, caller, model, first, depth);
  if (!anywhere && path.length > 1) throw new Problem('rows:notFound');
  for (const [at, id] of chosen.entries()) {
    if (at === 0) continue;
    const way = await wayTo(gate, caller, model, id, depth);
    if (way.at(-2) !== chosen[at - 1]) throw new Problem('rows:notFound');
  }
  const level = path.length + Math.max(0, chosen.length - 1) + 1;
  if (level > depth) throw tooDeep(depth);
  if (asked !== undefined && asked !== level) throw new Problem('server:otherLevel', { level, asked });
  const rows = await gate.level(caller, model, chosen.at(-1) ?? null, active === undefined ? [] : [active]);
  return rows.map(({ row, below }) => ({
    value: Number(row['id']),
    label: String(row[model.title] ?? ''),
    disabled: active !== undefined && row[active] !== 1,
    leaf: level >= depth || !below,
  }));
}

/** The rows from the top down to this one; not found where it is not for the caller, or too deep. */
async function wayTo(gate: Gate, caller: Caller, model: Model, id: number, depth: number): Promise<readonly number[]> {
  const path = await gate.pathTo(caller, model, id, depth);
  if (path.length === 0) throw new Problem('rows:notFound');
  return path;
}

const tooDeep = (depth: number): Problem => new Problem('server:tooDeep', { depth });

function modelOf(gate: Gate, given: unknown): Model {
  const type = given === undefined || given === '' ? '1' : given;
  const model = [...gate.models.values()].find(({ definition }) => String(definition.levels?.type) === type);
  if (!model) throw new Problem('server:noLevels', { type: shown(type) });
  return model;
}

/** What is chosen on the levels of `group`, from the first on, without a gap. */
function chosenIn(query: Query): readonly number[] {
  const ids = levelNames.map((name) => idIn(query, name));
  const gap = ids.findIndex((id, at) => id === undefined && ids.slice(at).some(isChosen));
  if (gap >= 0) throw new Problem('server:levelMissing', { name: levelNames[gap]! });
  return ids.filter(isChosen);
}
const levelNames = ['lv1', 'lv2', 'lv3'] as const;

/** Undefined for none, which some clients write as 0. */
const idIn = (query: Query, name: string): number | undefined => numberIn(query, name) || undefined;
const isChosen = (id: number | undefined): id is number => id !== undefined;
