import { beforeAll, expect, it } from 'vitest';
import { f, table, type Caller } from '#resource';
import { eachDatabase } from '../../support/databases.ts';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';

const parcel = table('shown_parcel', {
  way: f.enum({ post: 'Post', hand: 'By hand' }, { required: true }),
  urgent: f.bool(),
  phone: f.text({ required: true, when: { way: 'post', urgent: 1 } }),
});
/** Whose condition stands on what only super administrators know. */
const letter = table('shown_letter', {
  watched: f.bool({ label: 'Watched' }),
  urgent: f.bool(),
  reason: f.text({ when: { watched: 1, urgent: 1 } }),
});
declare module '#resource' {
  interface Tables {
    shown_parcel: typeof parcel;
    shown_letter: typeof letter;
  }
}
const ann = administrator();

eachDatabase((_name, open) => {
  let fixture: TestGate;
  beforeAll(async () => {
    fixture = await openGate(await open(), [
      parcel.resource({}),
      letter.resource({ access: { watched: { read: (caller) => caller.super, write: (caller) => caller.super } } }),
    ]);
  });

  it.each([
    ['first', { way: 'hand', urgent: true }, { way: 'post' }],
    ['second', { way: 'post', urgent: false }, { urgent: true }],
  ])(
    'asks for a required field that a change of the %s of two conditions brings into view',
    async (_name, row, change) => {
      const { gate, model } = fixture;
      const { id } = await gate.add(ann, model('shown_parcel'), row);
      await expect(gate.edit(ann, model('shown_parcel'), { id, ...change })).rejects.toMatchObject({
        errors: { phone: { key: 'validate:required' } },
      });
      expect(await gate.edit(ann, model('shown_parcel'), { id, ...change, phone: '1' })).toMatchObject({ phone: '1' });
    },
  );

  it('names no field in a condition that the caller may not read', () => {
    const { gate, model } = fixture;
    const seenBy = (caller: Caller) => gate.manifest(caller, model('shown_letter'), 'en').fields['reason']!.when;
    const urgent = { or: [{ field: 'urgent', operator: 'eq', value: 1 }] };
    expect(seenBy(ann)).toEqual({ and: [{ or: [{ field: 'watched', operator: 'eq', value: 1 }] }, urgent] });
    expect(seenBy({ ...ann, super: false })).toEqual({ and: [{ or: [{ or: [] }] }, urgent] });
  });
});
