import { Code, nameInWords, Problem, type Caller, type Manifest, type Model } from '#resource';
import type { CataloguedField, ListHost } from '#plugin';
import type { Gate } from '../table/gate.ts';
import { mayUse } from '../table/read.ts';

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
      .map(({ name: field, label, kind }) => ({
        table,
        tableLabel,
        field,
        label: label ?? nameInWords(field),
        kind: kind.kind,
      })),
  );
};

/** What the caller may know of all tables that they may do something with. `base` is that of their realm's addresses. */
export const catalogueOf = (gate: Gate, caller: Caller, base: string | undefined): Manifest[] =>
  [...gate.models.values()]
    .filter(({ definition }) => definition.page !== false && !definition.source)
    .filter((model) => mayUse(caller, model))
    .map((model) => gate.manifest(caller, model, caller.language, base))
    .filter(({ actions }) => actions.length > 0);

/** Lists as their addresses answer them; a table without a page has none. */
export function listHost(gate: Gate): ListHost {
  const listed = (table: string): Model => {
    const model = gate.models.get(table);
    if (!model || model.definition.page === false) throw new Problem('rows:forbidden', {}, { code: Code.forbidden });
    return model;
  };
  return {
    list: async (table, caller, parameters = {}) => {
      const { list, total } = await gate.index(caller, listed(table), parameters);
      return { list, ...(total !== undefined && { total }) };
    },
    groups: async (table, caller, parameters) => gate.groups(caller, listed(table), parameters),
  };
}
