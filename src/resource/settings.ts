import { checkFormField } from './actions/checkAction.ts';
import type { FormValues } from './actions/action.ts';
import type { Caller } from './caller.ts';
import type { FieldMap, Json } from './field.ts';
import type { Label } from './label.ts';
import { known } from './known.ts';
import { modelOf, type Model } from './model.ts';
import type { Message } from './problem.ts';
import type { FieldErrors, FormDefinition } from './resource.ts';
import { assertShape, callback, conditions, label as labelShape, object } from './shape.ts';
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

/** What the test of a group is called with. */
export interface SettingsTestCall<F extends FieldMap, P extends FieldMap = FieldMap> {
  /** The group as it stands in the form, which nobody has saved yet; secrets that were not typed again are the stored ones. */
  readonly settings: SettingValues<F>;
  /** What was entered in the form of the test, validated. */
  readonly values: FormValues<P>;
  readonly caller: Caller;
}

/** A button beside “Save” that tries the settings before they are saved. For whoever may change them. */
export interface SettingsTest<F extends FieldMap, P extends FieldMap = FieldMap> {
  /** What the button says: a verb. Default: “Test”. */
  label?: Label;
  /** Fields that are asked for first. */
  form?: P;
  /**
   * Has 30 seconds. What it returns is shown as a success, a `Problem` that it throws as a failure: let both say what the
   * other side has answered, and never a secret.
   */
  run(call: SettingsTestCall<F, P>): Promise<Label | Message> | Label | Message;
}

export interface SettingsDefinition<F extends FieldMap, P extends FieldMap = FieldMap> {
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
  /** Tries the settings. */
  test?: SettingsTest<F, P>;
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
  group<const P extends FieldMap = {}>(definition: SettingsDefinition<F, P>): SettingsGroup;
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
      kind: { hashed, encrypted },
    } = model.fields.get(field)!;
    if (encrypted) throw new Error(`Field "${field}": write secret: true, which keeps a setting encrypted.`);
    if (hashed)
      throw new Error(`Field "${field}": nobody could use the hash of a password; write f.text({ secret: true }).`);
    if (!column || to !== undefined || kind.generated)
      throw new Error(`Field "${field}": settings hold values, which f.${kind.kind}() does not.`);
  }
  return model;
}

const testShape = object({ label: labelShape, form: conditions, run: callback }, ['run']);

/** What the test of a group asks for, as a table without rows; undefined for one that asks nothing. Throws like `settingsModel`. */
export function settingsTestForm({ definition: { test } }: SettingsGroup): Model | undefined {
  if (test === undefined) return undefined;
  assertShape(testShape, test, 'test: ');
  known(Object.keys(test), ['label', 'form', 'run'], 'the options of test');
  if (!test.form) return undefined;
  const form = modelOf({ name: 'form', fields: test.form, definition: { path: `${settingsPath}/test`, actions: [] } });
  for (const name of Object.keys(test.form)) {
    const field = form.fields.get(name)!;
    checkFormField('test.form', field);
    if (field.to !== undefined) throw new Error(`test.form: "${name}" leads to a table, which a test cannot ask for.`);
  }
  return { ...form, isForm: true };
}
