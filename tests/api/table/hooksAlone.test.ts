import { beforeAll, expect, it } from 'vitest';
import { action, f, Problem, table, type HookContext } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';
import { waitingTransactions } from '../../support/waitingTransactions.ts';

const seats = 3;
const booking = table('seat_booking', { name: f.text() });
const ticket = table('ticket', { name: f.text() });
const deputy = table('deputy', { person: f.int({ required: true }) });
const boat = table('boat', { name: f.text() });
// Goes by way of the trash.
const ship = table('ship', { name: f.text() });
const sailor = table('sailor', {
  crew: f.text({ required: true }),
  boat_id: f.belongsTo('boat', { onDelete: 'cascade' }),
  ship_id: f.belongsTo('ship', { onDelete: 'cascade' }),
});
declare module '#resource' {
  interface Tables {
    seat_booking: typeof booking;
    ticket: typeof ticket;
    deputy: typeof deputy;
    boat: typeof boat;
    ship: typeof ship;
    sailor: typeof sailor;
  }
}

/** Refuses when all is taken; what has been read may have been outrun meanwhile. */
async function assertFree({ table: rowsOf }: HookContext, name: 'seat_booking' | 'ticket'): Promise<void> {
  const taken = await rowsOf(name).count();
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (taken >= seats) throw new Problem('rows:taken');
}

/** What the first who has counted the sailors waits for. */
let whileCounted: (() => Promise<unknown>) | undefined;

const tables = [
  boat.resource(),
  ship.resource({ traits: { trash: true } }),
  // One of a crew has to stay, whatever becomes of the boats.
  sailor.resource({
    hooks: {
      async beforeDelete({ rows, context }) {
        const left = await context.table('sailor').count({ crew: rows[0]!.crew });
        const wait = whileCounted;
        whileCounted = undefined;
        await wait?.();
        if (left <= rows.length) throw new Problem('rows:taken');
      },
    },
  }),
  booking.resource({ hooks: { beforeSave: ({ context }) => assertFree(context, 'seat_booking') } }),
  // Only its action decides.
  ticket.resource({
    actions: {
      buy: action({
        label: 'Buy',
        on: 'list',
        async handler({ table: rows, context }) {
          await assertFree(context, 'ticket');
          await rows.add({ name: 'bought' });
        },
      }),
    },
  }),
  // Somebody has to stay.
  deputy.resource({
    personal: { realm: 'admin', field: 'person', erase: 'delete' },
    hooks: {
      async beforeDelete({ rows, context }) {
        const left = await context.table('deputy').count();
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (left <= rows.length) throw new Problem('rows:taken');
      },
    },
  }),
];
const ann = administrator();

eachDatabase((name, open) => {
  let fixture: TestGate;
  beforeAll(async () => {
    fixture = await openGate(await open(), tables);
  });
  const doneOf = async (job: () => Promise<unknown>): Promise<number> => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, job));
    for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject({ key: 'rows:taken' });
    return all.filter(({ status }) => status === 'fulfilled').length;
  };

  it('lets no hook undo what another has just checked', async () => {
    expect(await doneOf(() => fixture.gate.add(ann, fixture.model('seat_booking'), { name: 'a' }))).toBe(seats);
    expect(await fixture.gate.rows('seat_booking').count()).toBe(seats);
  });

  it('lets no action undo what another has just checked', async () => {
    expect(await doneOf(() => fixture.gate.act(ann, fixture.model('ticket'), 'buy'))).toBe(seats);
    expect(await fixture.gate.rows('ticket').count()).toBe(seats);
  });

  /** Lets two rows go at a time, each with a sailor, of whom one has to stay. */
  async function removeBoth(ids: readonly number[], remove: (id: number) => Promise<unknown>): Promise<void> {
    let second: Promise<unknown> | undefined;
    whileCounted = async () => {
      let isOver = false;
      second = remove(ids[1]!)
        .catch((error: unknown) => error)
        .finally(() => (isOver = true));
      await expect.poll(async () => isOver || (await waitingTransactions(fixture.database)) === 1).toBe(true);
    };
    await remove(ids[0]!);
    expect(await second).toMatchObject({ key: 'rows:taken' });
  }
  const sailors = () => fixture.gate.rows('sailor');

  it.runIf(name === 'postgres')('lets no row that goes along undo what another has just checked', async () => {
    const boats: number[] = [];
    for (const each of ['one', 'two']) {
      const { id } = await fixture.gate.rows('boat').add({ name: each });
      await sailors().add({ crew: 'of boats', boat_id: id });
      boats.push(id);
    }
    await removeBoth(boats, (id) => fixture.gate.del(ann, fixture.model('boat'), [id]));
    expect(await sailors().list({ crew: 'of boats' })).toMatchObject([{ boat_id: boats[1] }]);
  });

  it.runIf(name === 'postgres')(
    'lets no row that goes with one from the trash undo what another has just checked',
    async () => {
      const ships: number[] = [];
      for (const each of ['one', 'two']) {
        const { id } = await fixture.gate.rows('ship').add({ name: each });
        await sailors().add({ crew: 'of ships', ship_id: id });
        ships.push(id);
      }
      await fixture.gate.del(ann, fixture.model('ship'), ships);
      await removeBoth(ships, (id) => fixture.gate.destroy(ann, fixture.model('ship'), [id]));
      expect(await sailors().list({ crew: 'of ships' })).toMatchObject([{ ship_id: ships[1] }]);
    },
  );

  it('lets nobody’s data go by what another erasure has just checked', async () => {
    const people = Array.from({ length: 8 }, (_, at) => at + 1);
    for (const person of people) await fixture.gate.rows('deputy').add({ person });
    const left = [...people];
    const done = await doneOf(() =>
      fixture.gate.personal.erase({ realm: 'admin', id: left.pop()! } as never, async () => {}),
    );
    expect(done).toBe(people.length - 1);
    expect(await fixture.gate.rows('deputy').count()).toBe(1);
  });
});
