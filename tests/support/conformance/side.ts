import type { Caller, Model } from '#resource';
import type { App } from '../../../src/server/app.ts';
import type { Dialect } from '../../../src/server/database/database.ts';
import { administrator } from '../gate.ts';
import { addSample, sampleRows, withIds, type KnownRows, type SampleRow } from './sampleRows.ts';

/** The application on one database, with the sample rows that are in it. */
export interface Side {
  readonly name: Dialect;
  readonly app: App;
  /** Ids by table, in the order in which the samples were made; ids differ between databases, these places do not. */
  readonly rows: KnownRows;
  /** Samples that a table's own rules refused, by table. */
  readonly refused: Map<string, string[]>;
}

export const samplesPerTable = 12;
/** Any number; the same one gives the same rows on every machine. */
export const seed = 20_261_121;

/** Owns every node. */
export const everything: Caller = administrator('all', { id: 1, username: 'admin' });

/** Owns every node of these tables, but is bound by their rules. */
export const bound = (models: readonly Model[]): Caller =>
  administrator(
    models.flatMap((model) => actionsOf(model).map((action) => `${model.path}/${action}`)),
    { id: 9_999_999, username: 'bound' },
  );
const actionsOf = (model: Model): readonly string[] => [...model.actions.keys()];

/** Puts the samples of a table, and of those that it refers to, into the database, once. */
export async function fill(side: Side, model: Model): Promise<void> {
  if (side.rows.has(model.name)) return;
  side.rows.set(model.name, []);
  for (const { to } of model.fields.values())
    if (to !== undefined && to !== model.name) await fill(side, side.app.gate.models.get(to)!);
  if (model.source || !model.actions.has('add')) return;
  for (const row of sampleRows(model, samplesPerTable, seed)) await addRow(side, model, row);
}

async function addRow(side: Side, model: Model, row: SampleRow): Promise<void> {
  const added = await addSample(side.app.gate, everything, model, withIds(model, row, side.rows));
  if ('id' in added) side.rows.get(model.name)!.push(added.id);
  else side.refused.set(model.name, [...(side.refused.get(model.name) ?? []), added.refused]);
}

/** Places of the samples in an answer, in its order; other rows are left out. */
export function placesOf(side: Side, model: Model, list: readonly Readonly<Record<string, unknown>>[]): number[] {
  const places = new Map(side.rows.get(model.name)!.map((id, place) => [id, place]));
  return list.flatMap(({ id }) => places.get(Number(id)) ?? []);
}

/** What a job answers, or the key of the message with which it is refused. */
export async function outcomeOf<T>(job: () => Promise<T>): Promise<T | { refused: string }> {
  try {
    return await job();
  } catch (error) {
    if (error instanceof Error && 'key' in error) return { refused: String(error.key) };
    throw error;
  }
}
