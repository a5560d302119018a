import { expect } from 'vitest';
import { Invalid, parseField, type AnyRow, type Model, type ModelField } from '#resource';
import { everything, fill, samplesPerTable, seed, type Side } from './side.ts';
import { sampleRows, withIds, writableFields } from './sampleRows.ts';
import { sampleValues } from './sampleValues.ts';

/** Rows come back as they were sent, after an addition and after an edit, as far as no hook changes them. */
export async function checkRoundTrip(side: Side, model: Model): Promise<void> {
  const { gate } = side.app;
  const ids = side.rows.get(model.name)!;
  if (model.definition.hooks?.beforeSave || side.refused.has(model.name)) return;
  const samples = sampleRows(model, samplesPerTable, seed);
  for (const [place, id] of ids.entries())
    expectValues(model, await gate.read(everything, model, id), samples[place]!, side);
  if (!model.actions.has('edit') || ids.length < 2) return;
  // The first row gets what the last one has, but for what may be there once only.
  const changes = Object.fromEntries(
    Object.entries(samples[ids.length - 1]!).filter(([name]) => isChangeable(model.fields.get(name)!)),
  );
  const before = await gate.read(everything, model, ids[0]!);
  const edited = await gate.edit(everything, model, {
    ...withIds(model, changes, side.rows),
    id: before.id,
    version: before.version,
  });
  expectValues(model, edited, changes, side);
  const original = withIds(model, samples[0]!, side.rows);
  await gate.edit(everything, model, { ...original, id: before.id, version: edited.version });
  expectValues(model, await gate.read(everything, model, before.id), samples[0]!, side);
}

const isChangeable = ({ options, kind }: ModelField): boolean => !options.unique && kind.kind !== 'parent';

function expectValues(model: Model, row: AnyRow, sample: Readonly<Record<string, unknown>>, side: Side): void {
  const sent = withIds(model, sample, side.rows);
  for (const field of writableFields(model)) {
    // Secrets never come back; HTML comes back without what could run.
    if (!(field.name in sent) || field.secret || field.kind.sanitized) continue;
    const parsed = parseField(field.kind, { ...field.options, required: false }, sent[field.name]);
    expect({ field: field.name, ...parsed }).toEqual({ field: field.name, value: row[field.name] });
  }
}

/** Every field refuses what its kind refuses, by name, and nothing is written. */
export async function checkRefusals(side: Side, model: Model): Promise<void> {
  if (!model.actions.has('add')) return;
  await fill(side, model);
  const { gate } = side.app;
  const count = await gate.rowsOf(model).count();
  const body = withIds(model, sampleRows(model, 1, seed)[0] ?? {}, side.rows);
  for (const field of writableFields(model).filter(({ to }) => to === undefined)) {
    for (const input of sampleValues(field, seed).refused) {
      const error = await gate
        .add(everything, model, { ...body, [field.name]: input })
        .catch((reason: unknown) => reason);
      const what = `${field.name} = ${JSON.stringify(input).slice(0, 80)}`;
      expect(error, what).toBeInstanceOf(Invalid);
      expect(Object.keys((error as Invalid).errors), what).toContain(field.name);
    }
  }
  expect(await gate.rowsOf(model).count()).toBe(count);
}
