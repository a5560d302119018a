import { expect } from 'vitest';
import { relationName, type Caller, type Model } from '#resource';
import { administrator } from '../gate.ts';
import { bound, everything, outcomeOf, type Side } from './side.ts';

const forbidden = { refused: 'rows:forbidden' };

/** Every action of the product and of the table as a call that is refused before it looks at a row, or finds none. */
function callsOf(side: Side, caller: Caller, model: Model): Record<string, () => Promise<unknown>> {
  const { gate } = side.app;
  const nowhere = 999_999_999;
  const own = [...model.actions.values()].filter(({ handler }) => handler);
  return {
    ...Object.fromEntries(
      own.map(({ name, on }) => [
        name,
        async () =>
          gate.act(caller, model, name, { ...(on !== 'list' && { ids: [nowhere] }), values: { 'no field': 1 } }),
      ]),
    ),
    index: async () => gate.index(caller, model, {}),
    add: async () => gate.add(caller, model, { 'no field': 1 }),
    edit: async () => gate.edit(caller, model, { id: nowhere }),
    del: async () => gate.del(caller, model, [nowhere]),
    sortable: async () => gate.sortable(caller, model, { id: nowhere, targetId: nowhere - 1 }),
    restore: async () => gate.restore(caller, model, [nowhere]),
    destroy: async () => gate.destroy(caller, model, [nowhere]),
    history: async () => gate.history(caller, model, nowhere),
  };
}

/** Each action is open to those who own its node and to nobody else; nothing at all is open without any. */
export async function checkNodes(side: Side, model: Model): Promise<void> {
  const owned = [...model.actions.keys()];
  for (const only of [undefined, ...owned]) {
    const caller = administrator(only === undefined ? [] : [`${model.path}/${only}`], { id: 9_999_999 });
    for (const [action, call] of Object.entries(callsOf(side, caller, model))) {
      const outcome = await outcomeOf(call);
      const what = `${action} with ${only ?? 'nothing'}`;
      if (action === only && isOpen(caller, model, only)) expect(outcome, what).not.toEqual(forbidden);
      else expect(outcome, what).toEqual(forbidden);
    }
    const manifest = await outcomeOf(async () => side.app.gate.manifest(caller, model, 'en'));
    if (only === undefined) expect(manifest).toEqual(forbidden);
    else if ('actions' in manifest) expect(manifest.actions).toEqual(isOpen(caller, model, only) ? [only] : []);
  }
}

/** A rule that leaves the caller no row at all is as good as no node, and no node opens what only super administrators do. */
function isOpen(caller: Caller, { definition: { rows }, actions }: Model, action: string): boolean {
  if (actions.get(action)!.superOnly) return false;
  if (!rows || !actions.get(action)!.changes) return true;
  const rules = action === 'add' && rows.add ? [rows.add] : [rows.read, rows.write];
  return rules.every((rule) => rule?.(caller) !== false);
}

/** Rows that no list of theirs shows do not exist for them, whatever they ask; fields that no manifest names neither. */
export async function checkRules(side: Side, model: Model, models: readonly Model[]): Promise<void> {
  const { gate } = side.app;
  const caller = bound(models);
  if (!model.actions.has('index')) return;
  const listed = await gate.index(caller, model, { limit: 1000, isTree: 0 });
  const seen = new Set(listed.list.map(({ id }) => id));
  const readable = readableNames(side, caller, model);
  for (const row of listed.list) expect(Object.keys(row).filter((name) => !readable.has(name))).toEqual([]);
  for (const id of side.rows.get(model.name)!) {
    const read = await outcomeOf(() => gate.read(caller, model, id));
    if (seen.has(id)) expect(Object.keys(read).filter((name) => !readable.has(name))).toEqual([]);
    else await expectHidden(side, caller, model, id, read);
  }
  for (const name of model.fields.keys()) if (!readable.has(name)) await expectUnknown(side, caller, model, name);
}

async function expectHidden(side: Side, caller: Caller, model: Model, id: number, read: unknown): Promise<void> {
  const { gate } = side.app;
  expect(read, `row ${id}`).toEqual({ refused: 'rows:notFound' });
  const before = await gate.read(everything, model, id);
  for (const [action, call] of [
    ['edit', () => gate.edit(caller, model, { id })],
    ['del', () => gate.del(caller, model, [id])],
    ['sortable', () => gate.sortable(caller, model, { id, targetId: id })],
    ['history', () => gate.history(caller, model, id)],
  ] as const) {
    if (!model.actions.has(action)) continue;
    expect(await outcomeOf(call as () => Promise<unknown>), `${action} of row ${id}`).toMatchObject({
      refused: expect.stringMatching(/^rows:(?:notFound|noneDeleted|forbidden)$/) as string,
    });
  }
  expect(await gate.read(everything, model, id)).toEqual(before);
}

async function expectUnknown(side: Side, caller: Caller, model: Model, name: string): Promise<void> {
  const { gate } = side.app;
  const unknown = { refused: 'rows:unknownField' };
  const filter = { search: [{ field: name, operator: 'NOT NULL', val: 1 }] };
  expect(await outcomeOf(() => gate.index(caller, model, filter)), `filter by ${name}`).toEqual(unknown);
  // The order of dragged rows is told, its numbers are not.
  if (model.fields.get(name)!.kind.kind === 'weigh') return;
  expect(await outcomeOf(() => gate.index(caller, model, { order: `${name},asc` })), `order by ${name}`).toEqual(
    unknown,
  );
}

/** Names in a row that its manifest accounts for. */
function readableNames(side: Side, caller: Caller, model: Model): ReadonlySet<string> {
  const { fields } = side.app.gate.manifest(caller, model, 'en');
  const own = Object.values(fields).filter(({ readable }) => readable);
  const names = new Set(own.map(({ name }) => name));
  // What may not be read has no other name either.
  const relations = new Set(
    [...model.fields.values()].flatMap((each) => (names.has(each.name) ? relationName(each) : [])),
  );
  const aliases = [...model.aliases].flatMap(([alias, name]) =>
    names.has(name) || relations.has(name.split('.')[0]) ? alias : [],
  );
  return new Set([...names, ...aliases, ...own.flatMap(({ relation }) => relation?.name ?? []), 'children']);
}
