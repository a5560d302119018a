import { beforeAll, beforeEach, expect, it } from 'vitest';
import { f, table } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

interface Given {
  readonly next: Record<string, unknown>;
  readonly changes: Record<string, unknown>;
  readonly context: { readonly caller: { readonly super: boolean } };
}
const ann = administrator();
/** What the hook was given, since the test began. */
const given: Given[] = [];
const invoice = table('invoice', {
  title: f.text({ required: true }),
  price: f.int({ default: 0 }),
  double: f.computed<number>({ sql: 'price * 2' }),
});
declare module '#resource' {
  interface Tables {
    invoice: typeof invoice;
  }
}
const resource = invoice.resource({
  hooks: {
    beforeSave(input) {
      given.push({ ...(input as never as Given), next: { ...input.next } });
    },
  },
});

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const model = () => fixture.model('invoice');
  beforeAll(async () => {
    fixture = await openGate(await open(), [resource]);
  });
  beforeEach(() => {
    given.length = 0;
  });

  it('is given a new row without an id, and an edited one with it', async () => {
    const { id } = await fixture.gate.add(ann, model(), { title: 'new' });
    expect(given[0]!.next).toMatchObject({ title: 'new', price: 0 });
    expect(given[0]!.next).not.toHaveProperty('id');
    await fixture.gate.edit(ann, model(), { id, title: 'edited' });
    expect(given[1]!.next).toMatchObject({ id, title: 'edited' });
  });

  it('is not asked about what the server keeps by itself, not even when the system sends it', async () => {
    const { id } = await fixture.gate.add(ann, model(), { title: 'kept' });
    const whole = { id: id + 1000, create_time: 1, update_time: 2, double: 9 };
    expect(await fixture.gate.rows('invoice').edit(id, whole as never)).toMatchObject({ id, version: 1, double: 0 });
    expect(given).toHaveLength(1);
  });

  it('sees a caller with every right when the system writes', async () => {
    await fixture.gate.rows('invoice').add({ title: 'by the system' });
    expect(given[0]!.context.caller).toMatchObject({ realm: 'system', super: true });
  });

  it('is not asked again when an addition is sent again with its key', async () => {
    const send = () => fixture.gate.add(ann, model(), { title: 'once' }, 'key');
    const { id } = await send();
    expect((await send()).id).toBe(id);
    expect(given).toHaveLength(1);
  });
});
