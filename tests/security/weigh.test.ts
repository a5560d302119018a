import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { f, table } from '#resource';
import { administrator, openGate, type TestGate } from '../support/gate.ts';
import { eachDatabase } from '../support/databases.ts';

const task = table('task', { name: f.text({ required: true }), owner: f.int(), weigh: f.weigh() });
const step = table('step', { name: f.text({ required: true }) });
const resources = [
  task.resource({
    path: 'plan/task',
    traits: { sortable: true, history: true },
    list: { columns: ['name', 'weigh'] },
    rows: { read: (caller) => caller.super || { owner: caller.id } },
  }),
  // Nobody has a rule here, but not everybody sees the trash.
  step.resource({ path: 'plan/step', traits: { sortable: true, trash: true } }),
];
const ann = administrator();
const actions = ['index', 'add', 'edit', 'sortable', 'history'];
const bob = administrator(
  actions.flatMap((action) => [`plan/task/${action}`, `plan/step/${action}`]),
  { id: 9, username: 'bob' },
);

/** Rows of bob's and hidden ones by turns; what is hidden weighs what `weighs` says. */
async function fill({ gate, database, model }: TestGate, weighs: (at: number) => number): Promise<void> {
  for (let at = 1; at <= 12; at += 1) {
    const isHidden = at % 2 === 0;
    await gate.add(ann, model('task'), { name: `task ${at}`, owner: isHidden ? 7 : 9 });
    await gate.add(ann, model('step'), { name: `step ${at}` });
    if (isHidden) await gate.del(ann, model('step'), [at]);
  }
  await database.write(async ({ db, touch }) => {
    for (const name of ['task', 'step'])
      for (let at = 1; at <= 12; at += 1)
        await sql`UPDATE ${sql.table(name)} SET weigh = ${at % 2 === 0 ? weighs(at) : at * 10},
          create_time = 1, update_time = 1 WHERE id = ${at}`.execute(db);
    touch('task', 'step');
  });
}

/** All that bob is answered when he drags, adds, lists and looks. */
async function everything({ gate, model }: TestGate): Promise<string[]> {
  const answers: string[] = [];
  const note = async (job: () => unknown): Promise<void> => {
    const answer = await Promise.resolve()
      .then(job)
      .catch(({ key, params, options, errors }: Record<string, unknown>) => ({ key, params, options, errors }));
    answers.push(JSON.stringify(answer ?? null).replaceAll(/"(create_time|update_time)":\d+/g, '"$1":0'));
  };
  for (const name of ['task', 'step']) {
    const table = model(name);
    const look = async (): Promise<void> => {
      for (const order of ['', 'weigh,desc', 'weigh,asc', 'name,asc'])
        await note(() => gate.index(bob, table, { order, limit: 50 }));
      for (const limit of [1, 2]) await note(() => gate.index(bob, table, { order: 'weigh,desc', limit, page: 2 }));
      await note(() => gate.read(bob, table, 1));
      await note(() => gate.history(bob, table, 1));
    };
    await note(() => gate.manifest(bob, table, 'en'));
    await look();
    for (const [id, targetId] of [
      [1, 11],
      [11, 1],
      [3, 5],
      [5, 3],
      [9, 11],
      [1, 2],
      [2, 1],
      [1, 99],
      [7, 7],
    ]) {
      await note(() => gate.sortable(bob, table, { id, targetId }));
      await look();
    }
    await note(() => gate.add(bob, table, { name: 'new', ...(name === 'task' && { owner: 9 }) }));
    await look();
    for (const operator of ['eq', 'gt', 'RANGE', 'NULL'])
      await note(() => gate.index(bob, table, { search: [{ field: 'weigh', operator, val: '50' }] }));
    await note(() => gate.index(bob, table, { initKey: 'weigh', initValue: [10] }));
    await note(() => gate.figure(bob, table, { sum: 'weigh' } as never));
  }
  return answers;
}

eachDatabase((_name, open) => {
  const answersWith = async (weighs: (at: number) => number): Promise<string[]> => {
    const made = await openGate(await open(), resources);
    await fill(made, weighs);
    return everything(made);
  };
  let five: Promise<string[]> | undefined;
  it.each([
    ['far above', (at: number) => 1_000_000 + at],
    ['as much as those that are seen', (at: number) => (at - 1) * 10],
    ['one more than those, so that there is no room between them', (at: number) => (at - 1) * 10 + 1],
    ['nothing', () => 0],
  ])('tells nobody by dragging what hidden rows weigh: here %s', async (_what, weighs) => {
    const [ours, theirs] = [await (five ??= answersWith(() => 5)), await answersWith(weighs)];
    for (const [at, answer] of ours.entries()) expect(answer, `answer ${at}`).toBe(theirs[at]);
    expect(ours.length).toBeGreaterThan(150);
  });

  it('keeps the order of dragging for whoever sees a part of the rows, and the numbers for whoever sees all', async () => {
    const fixture = await openGate(await open(), resources);
    await fill(fixture, (at) => at * 10);
    const { gate } = fixture;
    const task = fixture.model('task');
    const names = async (caller: typeof ann) =>
      (await gate.index(caller, task, { limit: 50 })).list.map(({ name }) => name);
    await gate.sortable(bob, task, { id: 1, targetId: 9 });
    const order = ['task 11', 'task 1', 'task 9', 'task 7', 'task 5', 'task 3'];
    expect(await names(bob)).toEqual(order);
    expect((await names(ann)).filter((name) => order.includes(String(name)))).toEqual(order);
    const [row] = (await gate.index(bob, task, {})).list;
    expect(row).not.toHaveProperty('weigh');
    expect((await gate.index(ann, task, {})).list[0]).toHaveProperty('weigh');
    expect(gate.manifest(bob, task, 'en')).toMatchObject({
      list: { order: 'weigh,desc', columns: ['name'] },
      fields: { weigh: { readable: false, sortable: true, operators: [] } },
    });
    const step = fixture.model('step');
    expect((await gate.index(bob, step, {})).list[0]).not.toHaveProperty('weigh');
    const keeper = administrator(['plan/step/index', 'plan/step/restore']);
    expect((await gate.index(keeper, step, {})).list[0]).toHaveProperty('weigh');
  });
});
