import { Problem, type Caller, type FieldManifest, type Manifest, type TableName } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import { meaningOf } from './meaning.ts';

/** Tables that the caller may list, by name, with the rights of now. */
export const tablesOf = ({ host }: ChatParts, caller: Caller): readonly Manifest[] =>
  host.catalogue(caller).filter(({ actions, source }) => actions.includes('index') && !source);

/** The table of that name; what a model has made up, and what the caller may not list, are refused alike. */
export function tableNamed(parts: ChatParts, caller: Caller, name: unknown): Manifest {
  const found = tablesOf(parts, caller).find((each) => each.name === name);
  if (!found) throw new Problem('chatServer:ask.noTable', { table: short(name) });
  return found;
}

export const nameOf = ({ name }: Manifest): TableName => name as TableName;

/** Fields whose values a model may be shown: secrets and what lies encrypted are not among them. */
export const shownFields = ({ fields }: Manifest): readonly FieldManifest[] =>
  Object.values(fields).filter(
    (field) => field.readable && !field.encrypted && meaningOf(field) !== 'hash' && !field.name.includes('.'),
  );

/** Kinds whose values browsers would load or run: nobody should have to judge them in a diff. */
const unfit = new Set(['password', 'image', 'images', 'file', 'files', 'richText', 'json', 'keyValue', 'weigh']);

/** Fields that a proposal may set. */
export const writableFields = (manifest: Manifest): ReadonlyMap<string, FieldManifest> =>
  new Map(
    shownFields(manifest)
      .filter(({ writable, kind }) => writable && !unfit.has(kind))
      .map((field) => [field.name, field]),
  );

/** What a model has named, for a message about it. */
export const short = (given: unknown): string =>
  (typeof given === 'string' ? given : (JSON.stringify(given) ?? '')).slice(0, 60).toWellFormed();
