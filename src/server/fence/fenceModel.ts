import {
  Problem,
  type ActionCall,
  type FieldMap,
  type HookContext,
  type Hooks,
  type Model,
  type ResourceDefinition,
  type TableAction,
  type TransactionRows,
} from '#resource';
import { afterwards } from './afterwards.ts';
import { CallScope } from './callScope.ts';
import type { FailedStarts } from './failedStarts.ts';
import type { Failures } from './failures.ts';
import { keptValues } from './keptValues.ts';
import { limitedJob } from './limitedJob.ts';
import { joinRules, type Rules } from './joinRules.ts';
import { pluginOf, pluginOwner } from './owner.ts';

export interface ModelFence {
  readonly failures: Failures;
  readonly failedStarts: FailedStarts;
  /** Milliseconds for one hook. */
  readonly limit: number;
}
interface Fence extends ModelFence {
  readonly owner: string;
  readonly table: string;
  readonly fields: Model['fields'];
}
type Definition = ResourceDefinition<FieldMap>;

/**
 * The table with its hooks and actions held to the time limit, and with every function of its file named when it throws. Rules that
 * must answer at once are refused when they answer with a promise, which would pass for a yes.
 */
export function fenceModel(model: Model, owner: string, parts: ModelFence): Model {
  const fence: Fence = { ...parts, owner, table: model.name, fields: model.fields };
  const { check, buttons } = model.definition;
  const own: Definition = {
    ...model.definition,
    ...fencedRules(fence, model.definition),
    ...(buttons && { buttons: eachFunction(buttons, (rule, name) => atOnce(fence, `buttons.${name}`, rule)) }),
    ...(check && { check: atOnce(fence, 'check', check.bind(model.definition)) }),
  };
  const extensions = model.extensions.map(({ plugin, definition }) => ({
    fence: { ...fence, owner: pluginOwner(plugin) },
    definition,
  }));
  const definition = extensions.reduce(
    (joined, each) => joinRules(joined, fencedRules(each.fence, each.definition)),
    own,
  );
  const ownerOf = (action: string): Fence =>
    extensions.find((each) => Object.hasOwn(each.definition.actions ?? {}, action))?.fence ?? fence;
  const actions = new Map([...model.actions].map(([name, each]) => [name, fencedAction(ownerOf(name), each)]));
  return { ...model, definition, actions };
}

/** What a table and an extension of it alike have of functions. */
function fencedRules<R extends Rules>(fence: Fence, { hooks, rows, access }: R): Pick<R, keyof Rules> {
  const rules: Rules = {
    ...(hooks && { hooks: fencedHooks(fence, hooks) }),
    ...(rows && { rows: eachFunction(rows, (rule, name) => atOnce(fence, `rows.${name}`, rule)) }),
    ...(access && {
      access: eachFunction(access, (rules, field) =>
        eachFunction(rules ?? {}, (rule, name) => atOnce(fence, `access.${field}.${name}`, rule)),
      ),
    }),
  };
  return rules as Pick<R, keyof Rules>;
}

function eachFunction<T extends object>(group: T, wrap: (each: never, name: string) => unknown): T {
  const entries = Object.entries(group).map(([name, each]) => [name, each && wrap(each as never, name)]);
  return Object.fromEntries(entries) as T;
}

function atOnce<I extends unknown[], O>(fence: Fence, part: string, rule: (...input: I) => O): (...input: I) => O {
  return (...input) => {
    try {
      const answer = rule(...input);
      if (answer instanceof Promise) throw new Error('must answer at once, not with a promise');
      return answer;
    } catch (error) {
      throw blamed(fence, part, error);
    }
  };
}

const blamed = ({ failures, owner, table }: Fence, part: string, error: unknown): object =>
  error instanceof Problem ? error : failures.attribute(owner, `${part} of table ${table}`, error);

function fencedHooks(fence: Fence, hooks: Hooks<FieldMap>): Hooks<FieldMap> {
  const { beforeSave, afterSave, beforeDelete, afterCommit } = hooks;
  return {
    ...(beforeSave && { beforeSave: inTransaction(fence, 'beforeSave', keeping(fence, beforeSave.bind(hooks))) }),
    ...(afterSave && { afterSave: inTransaction(fence, 'afterSave', afterSave.bind(hooks)) }),
    ...(beforeDelete && { beforeDelete: inTransaction(fence, 'beforeDelete', beforeDelete.bind(hooks)) }),
    ...(afterCommit && {
      afterCommit: afterwards(fence, `the hook afterCommit of table ${fence.table}`, afterCommit.bind(hooks)),
    }),
  };
}

type Hook<C, T = void> = (change: C) => Promise<T> | T;
type BeforeSave = NonNullable<Hooks<FieldMap>['beforeSave']>;

/** What it sets is kept, or it fails: a misspelt name would be lost without a word. */
const keeping =
  ({ fields }: Fence, hook: BeforeSave): BeforeSave =>
  async (change) => {
    const assertKept = keptValues(fields, change.next);
    await hook(change);
    assertKept();
  };

function fencedAction(fence: Fence, action: TableAction): TableAction {
  const { name, handler } = action;
  if (!handler) return action;
  const what = `the action ${name}`;
  const fenced = inTransaction(fence, what, handler as Hook<AnyCall, Awaited<ReturnType<typeof handler>>>, what);
  const plugin = pluginOf(fence.owner);
  if (plugin === undefined) return { ...action, handler: fenced };
  return {
    ...action,
    async handler(call) {
      fence.failedStarts.assertStarted(plugin);
      return fenced(call);
    },
  };
}
type AnyCall = ActionCall<FieldMap, FieldMap>;

function inTransaction<C extends { context: HookContext; table?: TransactionRows<FieldMap> }, T>(
  fence: Fence,
  name: string,
  hook: Hook<C, T>,
  what = `the hook ${name}`,
): (change: C) => Promise<T> {
  const { failures, limit, owner, table } = fence;
  const late = `${what} of table ${table}`;
  const limited = limitedJob({ failures, limit, owner, throwing: `${name} of table ${table}`, late });
  return (change) => {
    const scope = new CallScope('hook that was given this table');
    const context = scope.contextOf(change.context, (work) => afterwards(fence, late, work));
    const fenced = { ...change, context, ...(change.table && { table: scope.fenced(change.table) }) };
    return limited(scope, () => hook(fenced));
  };
}
