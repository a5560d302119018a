import type { Caller, Manifest, Model } from '#resource';
import type { CataloguedField } from '#plugin';
import type { Gate } from '../table/gate.ts';

/** What a group of settings is called where tables are meant too; no table has a dot in its name. */
export const settingsTable = (group: string): string => `settings.${group}`;

/** Fields of these kinds, of tables and of groups of settings. */
export const fieldsOf = (
  models: Iterable<Model>,
  groups: readonly { readonly model: Model }[],
  kinds: readonly string[],
): CataloguedField[] => {
  const wanted = new Set(kinds);
  return [
    ...[...models].filter(({ definition }) => !definition.source).map((model) => [model.name, model] as const),
    ...groups.map(({ model }) => [settingsTable(model.name), model] as const),
  ].flatMap(([table, { label: tableLabel, fields }]) =>
    [...fields.values()]
      .filter(({ kind, secret }) => !secret && wanted.has(kind.kind))
      .map(({ name: field, label, kind }) => ({ table, tableLabel, field, label: label ?? field, kind: kind.kind })),
  );
};

/** What the caller may know of all tables that they may do something with. `base` is that of their realm's addresses. */
export const catalogueOf = (gate: Gate, caller: Caller, base: string | undefined): Manifest[] =>
  [...gate.models.values()]
    .filter(({ definition }) => definition.page !== false && !definition.source)
    .filter((model) => [...model.actions.keys()].some((action) => caller.may(`${model.path}/${action}`)))
    .map((model) => gate.manifest(caller, model, caller.language, base))
    .filter(({ actions }) => actions.length > 0);
