import { expect } from 'vitest';
import {
  languages,
  looksIntoNumber,
  operators,
  type Manifest,
  type Model,
  type ModelField,
  type Operator,
} from '#resource';
import { everything, outcomeOf, type Side } from './side.ts';

/** What the manifest says is what the gate does: rows have its fields, lists take its operators and orders and no others. */
export async function checkManifest(side: Side, model: Model): Promise<void> {
  const { gate } = side.app;
  const manifest = gate.manifest(everything, model, 'en');
  for (const language of languages) expectWhole(gate.manifest(everything, model, language), model);
  if (!model.actions.has('index')) return;
  const own = Object.values(manifest.fields).filter(({ name }) => !name.includes('.'));
  const id = side.rows.get(model.name)![0];
  if (id !== undefined) {
    const row = await gate.read(everything, model, id);
    for (const { name, readable } of own) expect([name, name in row]).toEqual([name, readable]);
  }
  for (const field of own.filter(({ readable }) => readable)) {
    const column = model.fields.get(field.name)!;
    const isTaken = (each: Operator): boolean => field.operators.includes(each) || looksIntoNumber(each, column);
    for (const operator of operators.filter((each) => !isTaken(each))) {
      const search = [{ field: field.name, operator, val: '1' }];
      const outcome = await outcomeOf(() => gate.index(everything, model, { search }));
      expect(outcome, `${field.name} ${operator}`).toHaveProperty('refused');
    }
    const sorted = await outcomeOf(() => gate.index(everything, model, { order: `${field.name},asc` }));
    expect(['refused' in sorted, field.name]).toEqual([!field.sortable, field.name]);
  }
}

/** JSON with a label for everything, whose parts name only its own fields. */
function expectWhole(manifest: Manifest, model: Model): void {
  expect(JSON.parse(JSON.stringify(manifest))).toEqual(manifest);
  const names = Object.keys(manifest.fields);
  for (const { name, label } of Object.values(manifest.fields))
    expect([name, label.trim() !== '']).toEqual([name, true]);
  const named = [
    ...manifest.list.columns,
    ...manifest.list.inline,
    ...manifest.list.filters,
    ...manifest.form.sections.flatMap(({ lines }) => lines.flat()),
  ];
  expect(named.filter((name) => !names.includes(name))).toEqual([]);
  // What a form shows it also takes, but for what the file says is only read: the server keeps it, or adds it up.
  for (const name of manifest.form.sections.flatMap(({ lines }) => lines.flat()))
    expect([name, manifest.fields[name]!.writable]).toEqual([name, !isOnlyRead(model.fields.get(name)!)]);
}

const isOnlyRead = ({ readonly, sql }: ModelField): boolean => readonly || sql !== undefined;
