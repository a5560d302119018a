import {
  Invalid,
  Problem,
  settingsPath,
  textOf,
  type ActionManifest,
  type Caller,
  type Label,
  type Message,
} from '#resource';
import { whoIs, type SharedLimiter } from '../rateLimits/rateLimiter.ts';
import type { Messages } from '../shared/messages.ts';
import { TimeLimitError, within } from '../shared/timeLimit.ts';
import type { Translate } from '../table/fieldLabel.ts';
import { formOf } from '../table/manifest.ts';
import { labelled } from '../table/labelled.ts';
import type { TableContext } from '../table/query/scope.ts';
import { readBody, type Body } from '../table/write/body.ts';
import { settingFields } from './storedGroup.ts';
import type { Group, SettingsStore } from './settingsStore.ts';

/** Milliseconds for one test. */
const patience = 30_000;

export interface TestParts {
  readonly store: SettingsStore;
  readonly messages: Pick<Messages, 'translate' | 'find'>;
  /** For those who test too often. */
  readonly limiter: SharedLimiter;
}

export interface TestResult {
  readonly passed: boolean;
  /** In the language of who asked. */
  readonly message: string;
}

/** Tries a group with changes that nobody has saved: validated like an edit, by its own `check` too. */
export async function testGroup(
  { store, messages, limiter }: TestParts,
  caller: Caller,
  name: string,
  changes: Body,
  input: Body,
): Promise<TestResult> {
  const group = store.groups.find(({ model }) => model.name === name);
  const test = group?.group.definition.test;
  if (!test) throw new Problem('config:noTest');
  await limiter.consume(whoIs(caller));
  const said = (message: Label | Message): string => wordsOf(messages, caller, message);
  const { settings, values } = await wanted({ store, messages }, caller, group!, changes, input);
  try {
    const call = { settings, values, caller } as never;
    return { passed: true, message: said(await within(patience, () => test.run(call))) };
  } catch (error) {
    if (error instanceof TimeLimitError) return { passed: false, message: said({ key: 'config:testTooSlow' }) };
    if (!(error instanceof Problem) || error instanceof Invalid) throw error;
    return { passed: false, message: said(error) };
  }
}

async function wanted(
  { store, messages }: Pick<TestParts, 'store' | 'messages'>,
  caller: Caller,
  group: Group,
  changes: Body,
  input: Body,
): Promise<{ settings: Body; values: Body }> {
  const { testForm, model } = group;
  try {
    const settings = await store.preview(caller, group, changes);
    return { settings, values: testForm ? readBody(caller, testForm, input, undefined).values : {} };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const fields = [...settingFields(model), ...(testForm?.fields.values() ?? [])];
    throw labelled(error, caller, messages.find, (name) => fields.find((field) => field.name === name));
  }
}

const wordsOf = ({ translate }: Pick<Messages, 'translate'>, { language }: Caller, said: Label | Message): string =>
  typeof said === 'object' && 'key' in said
    ? translate(language, (said as Message).key, (said as Message).params)
    : textOf(said, language);

/** The button of the test as the page draws it; undefined for who may not press it, and where there is none. */
export function testButton(
  { group, testForm }: Group,
  ctx: TableContext,
  translate: Translate,
  caller: Caller,
): ActionManifest | undefined {
  const { test } = group.definition;
  if (!test || !caller.may(`${settingsPath}/edit`)) return undefined;
  const { language } = caller;
  const label = test.label === undefined ? translate(language, 'config:test') : textOf(test.label, language);
  return {
    name: 'test',
    label: label ?? 'test',
    method: 'POST',
    on: 'list',
    place: 'none',
    danger: false,
    ...(testForm && { form: formOf({ ctx, translate, caller, model: testForm, language, base: '/admin' }) }),
  };
}
