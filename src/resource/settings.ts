import type { Caller } from './caller.ts';
import type { FieldMap, Json } from './field.ts';
import type { Label } from './label.ts';
import { modelOf, type Model } from './model.ts';
import type { FieldErrors, FormDefinition } from './resource.ts';
import type { ValueOf, VisibleKey } from './types.ts';

/**
 * Every group of settings by its name. One that other code reads adds itself:
 * `declare module '#resource' { interface SettingsGroups { mail: typeof mail } }`.
 */
// oxlint-disable-next-line no-empty-interface -- filled by declaration merging
export interface SettingsGroups {}
export type SettingsName = keyof SettingsGroups & string;

/** The values of a group in wire format; secret ones too. */
export type SettingValues<F> = { readonly [K in keyof F]: ValueOf<F[K]> };
type OpenValues<F> = Pick<SettingValues<F>, VisibleKey<F>>;
export type SettingsOf<N extends SettingsName> = SettingsGroups[N] extends { fields: infer F }
  ? SettingValues<F>
  : never;

export interface SettingsDefinition<F extends FieldMap> {
  /** What the group is called on the settings page. */
  label: Label;
  /** One entry a line, as in the form of a table. Default: every field, one a line. */
  layout?: FormDefinition<F>['layout'];
  /** Rules over several fields, and those that depend on who asks; `given` names what was sent. Runs after the fields' own rules. */
  check?(change: {
    next: SettingValues<F>;
    prev: SettingValues<F>;
    given: readonly (keyof F)[];
    caller: Caller;
  }): FieldErrors<F> | undefined;
  /** What everybody gets of it in `GET /config.json`; secret values are not here to be given away. */
  site?(values: OpenValues<F>): Readonly<Record<string, Json>>;
}

/** A group with its types erased, as the server holds it. */
export interface SettingsGroup {
  readonly name: string;
  readonly fields: FieldMap;
  readonly definition: SettingsDefinition<FieldMap>;
}

/** A group of settings by its fields, in the language of tables; `.group()` is a method for the same reason as `.resource()`. */
export interface Settings<N extends string, F extends FieldMap> {
  readonly name: N;
  readonly fields: F;
  group(definition: SettingsDefinition<F>): SettingsGroup;
}

/** Declares settings of the site. A secret is `f.text({ secret: true })`: written, never read, and kept encrypted. */
export function settings<const N extends string, const F extends FieldMap>(name: N, fields: F): Settings<N, F> {
  return {
    name,
    fields,
    group: (definition) => ({ name, fields, definition: definition as unknown as SettingsDefinition<FieldMap> }),
  };
}

/** Where the page of all groups is, and what its permission nodes begin with. */
export const settingsPath = 'routine/config';

/**
 * A group as a table of one row: manifest, inputs and validation are those of any table. Throws an Error that says what to
 * write instead.
 */
export function settingsModel({ name, fields, definition: { label, layout } }: SettingsGroup): Model {
  const model = modelOf({
    name,
    fields,
    definition: { path: settingsPath, label, actions: ['index', 'edit'], ...(layout ? { form: { layout } } : {}) },
  });
  for (const [field, { kind }] of Object.entries(fields)) {
    const {
      column,
      to,
      kind: { hashed },
    } = model.fields.get(field)!;
    if (hashed)
      throw new Error(`Field "${field}": nobody could use the hash of a password; write f.text({ secret: true }).`);
    if (!column || to !== undefined || kind.generated)
      throw new Error(`Field "${field}": settings hold values, which f.${kind.kind}() does not.`);
  }
  return model;
}
