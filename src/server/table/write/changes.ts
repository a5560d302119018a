import { Code, Invalid, isStoredAlike, Problem, type AnyRow, type Model } from '#resource';
import type { StoredRow } from './stored.ts';

export type Values = Record<string, unknown>;

/** Values that columns would hold differently. */
export function differences(model: Model, before: Readonly<Values>, wanted: Values): Values {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      const field = model.fields.get(name);
      if (!field || field.sql) return false;
      if (!field.column) return JSON.stringify(value) !== JSON.stringify(before[name]);
      return !isStoredAlike(field.kind, field.options, value, before[name]);
    }),
  );
}

/** These of the values. */
export const pick = (values: Readonly<Values>, names: Values): Values =>
  Object.fromEntries(Object.keys(names).map((name) => [name, values[name]]));

/** The row as hooks see it: without secrets. */
export const visible = (model: Model, values: Readonly<Values>): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => model.fields.get(name)?.secret !== true));

/**
 * Refuses an edit of fields that somebody else has changed since the version it was made from; also when both made the
 * same of it: of two who counted a number up by one, the second must look again.
 */
export function assertFresh(row: StoredRow, wanted: Values, version: unknown): void {
  if (version === undefined || version === null || version === '') return;
  const base = typeof version === 'number' || typeof version === 'string' ? Number(version) : Number.NaN;
  if (!Number.isSafeInteger(base) || base < 1 || base > row.version)
    throw new Invalid({ version: { key: 'validate:version' } });
  if (Object.keys(wanted).some((name) => (row.versions[name] ?? 1) > base)) throw new Stale();
}

/** Thrown within the transaction when others have changed the same fields: the row as it is now is read outside. */
class Stale extends Error {}

export const isStale = (error: unknown): boolean => error instanceof Stale;

/** Waits for the edit; of a stale one people are told with the row as `seen` reads it now. */
export async function orStale<T>(edit: Promise<T>, seen: () => Promise<AnyRow | null | undefined>): Promise<T> {
  try {
    return await edit;
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    const row = await seen();
    throw new Problem('rows:stale', {}, { code: Code.stale, ...(row !== undefined && { data: { row } }) });
  }
}
