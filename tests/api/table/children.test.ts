import { beforeAll, expect, it } from 'vitest';
import { f, table, type Caller } from '#resource';
import { administrator, openGate, type TestGate } from '../../support/gate.ts';
import { eachDatabase } from '../../support/databases.ts';

const owner = table('child_owner', { name: f.text() });
const thing = table('child_thing', {
  name: f.text(),
  open_id: f.belongsTo('child_owner'),
  hidden_id: f.belongsTo('child_owner'),
  unasked_id: f.belongsTo('child_owner', { filter: false }),
  lender_ids: f.belongsToMany('child_owner'),
});
const note = table('child_note', { owner_id: f.belongsTo('child_owner') });
declare module '#resource' {
  interface Tables {
    child_owner: typeof owner;
    child_thing: typeof thing;
    child_note: typeof note;
  }
}

const tables = [
  owner.resource({ path: 'child/owner' }),
  thing.resource({ path: 'child/thing', access: { hidden_id: { read: (caller) => caller.super } } }),
  // Without a page, there is no list of it.
  note.resource({ path: 'child/note', page: false }),
];

eachDatabase((_name, open) => {
  let fixture: TestGate;
  const fieldsFor = (caller: Caller): string[] =>
    fixture.gate.manifest(caller, fixture.model('child_owner'), 'en').children.map(({ field }) => field);
  beforeAll(async () => {
    fixture = await openGate(await open(), tables);
  });

  it('names fields that lead to one row and may be filtered by, of lists alone', () => {
    expect(fieldsFor(administrator())).toEqual(['open_id', 'hidden_id']);
  });

  it('names no field that the caller may not read, and no list that is not theirs', () => {
    expect(fieldsFor(administrator(['child/owner/index', 'child/thing/index']))).toEqual(['open_id']);
    expect(fieldsFor(administrator(['child/owner/index', 'child/thing/edit']))).toEqual([]);
  });
});
