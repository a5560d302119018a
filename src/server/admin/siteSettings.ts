import {
  describeOptions,
  Invalid,
  isShown,
  Problem,
  settingsPath,
  textOf,
  type Caller,
  type Json,
  type Label,
  type ModelField,
} from '#resource';
import type { MenuEntry } from '#plugin';
import type { Dialect } from '../database/database.ts';
import type { Route } from '../http/route.ts';
import { rowOf, unsetSecrets, type SettingsStore, type Snapshot } from '../settings/settingsStore.ts';
import { settingFields } from '../settings/storedGroup.ts';
import { testButton, testGroup, type TestParts } from '../settings/testGroup.ts';
import { labelled } from '../table/labelled.ts';
import type { Translate } from '../table/fieldLabel.ts';
import { manifestOf } from '../table/manifest.ts';

export interface SettingsParts extends TestParts {
  readonly store: SettingsStore;
  readonly dialect: Dialect;
  readonly translate: Translate;
  /** The text of a message key in every language. */
  readonly label: (key: string) => Label | undefined;
  /** Refuses settings that would leave nobody who could take them back. */
  assertSafe(caller: Caller, body: Readonly<Record<string, unknown>>): Promise<void>;
}

/** The page of the site configuration in the menu; its title stands in `config.json` of each language. */
export const settingsMenu = (label: (key: string) => Label | undefined): MenuEntry => ({
  path: settingsPath,
  label: label('config:title') ?? settingsPath,
  icon: 'fa fa-sliders',
  weigh: 88,
  directory: { label: label('rule:directory.routine') ?? 'routine', icon: 'fa fa-cogs', weigh: 89 },
  buttons: { index: label('rule:index') ?? 'index', edit: label('rule:edit') ?? 'edit' },
});

/** The settings of the site, group by group (protocol §2.7). */
export function settingsRoutes(parts: SettingsParts): Route[] {
  const at = (action: string) =>
    ({ url: `/admin/routine.Config/${action}`, node: `${settingsPath}/${action}` }) as const;
  return [
    {
      ...at('index'),
      method: 'GET',
      handler: async ({ caller }) => answerAll(parts, caller, await parts.store.current()),
    },
    {
      ...at('edit'),
      method: 'POST',
      success: 'config:updated',
      handler: ({ caller, body }) => edit(parts, caller, body),
    },
    {
      ...at('edit'),
      url: '/admin/routine.Config/test',
      title: parts.label('config:tested'),
      method: 'POST',
      handler: ({ caller, body: { group, settings, values } }) =>
        testGroup(parts, caller, typeof group === 'string' ? group : '', objectIn(settings), objectIn(values)),
    },
    // As clients of the protocol send it: the form of the group, and the address.
    {
      ...at('edit'),
      url: '/admin/routine.Config/sendTestMail',
      title: parts.label('config:tested'),
      method: 'POST',
      success: 'config:testMailSent',
      async handler({ caller, body: { testMail, ...settings } }) {
        const { passed, message } = await testGroup(parts, caller, 'mail', settings, { test_mail: testMail });
        if (!passed) throw new Problem('rows:literal', { text: message });
      },
    },
  ];
}

const objectIn = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Who may change settings may know what they are called. */
async function edit(
  { store, translate, assertSafe }: SettingsParts,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
) {
  try {
    await assertSafe(caller, body);
    return await store.edit(caller, body);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const fields = store.groups.flatMap(({ model }) => settingFields(model));
    throw labelled(error, caller, translate, (name) => fields.find((field) => field.name === name));
  }
}

function answerAll({ store, dialect, translate }: SettingsParts, caller: Caller, { rows }: Snapshot): unknown {
  const text = (label: Label): string => textOf(label, caller.language);
  const ctx = { dialect, models: new Map() };
  let id = 0;
  const list = store.groups.map((each) => {
    const { model, group } = each;
    const row = rowOf(model, rows.get(model.name)!);
    const manifest = manifestOf(ctx, translate, caller, model, caller.language);
    const items = settingFields(model).map((field) =>
      itemOf(field, group.name, manifest.fields[field.name]!.label, (id += 1), row, text),
    );
    const test = testButton(each, ctx, translate, caller);
    const title = text(group.definition.label);
    const unset = unsetSecrets(model, rows.get(model.name)!);
    return [group.name, { name: group.name, title, list: items, row, unset, manifest, ...(test && { test }) }] as const;
  });
  return {
    list: Object.fromEntries(list),
    configGroup: Object.fromEntries(list.map(([name, { title }]) => [name, title])),
    remark: '',
    quickEntrance: [],
  };
}

/** A setting as clients of the protocol draw it. The value of a secret is always empty. */
function itemOf(
  field: ModelField,
  group: string,
  title: string,
  id: number,
  row: Readonly<Record<string, Json>>,
  text: (label: Label) => string,
): Record<string, Json> {
  const { name, kind, options, secret } = field;
  const { items } = describeOptions(kind, options, text) as { items?: Readonly<Record<string, { label: string }>> };
  return {
    id,
    name,
    group,
    title,
    tip: options.help === undefined ? '' : text(options.help),
    type: secret ? 'password' : (kind.clientInput?.(options) ?? kind.kind),
    value: secret ? '' : (row[name] ?? ''),
    content: items ? Object.fromEntries(Object.entries(items).map(([key, { label }]) => [key, label])) : '',
    // What another setting hides may stay empty.
    rule: [
      ...(options.required && isShown(field, row) ? ['required'] : []),
      ...(kind.clientRule ? [kind.kind] : []),
    ].join(),
    extend: {},
    input_extend: {},
    allow_del: 0,
    weigh: -id,
  };
}
