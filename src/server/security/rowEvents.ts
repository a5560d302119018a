import {
  defaultLanguage,
  eachLanguage,
  textOf,
  textShown,
  type Caller,
  type Json,
  type Language,
  type Model,
} from '#resource';
import type { RowChange, RowListener } from '../table/write/transaction.ts';
import type { EventKind, SecurityEvent } from './securityEvent.ts';
import type { SecurityLog } from './securityLog.ts';

/** Tables that decide who may do what, the kind of their events, and the fields that decide it. */
const watched: Readonly<Record<string, { kind: EventKind; fields: readonly string[] }>> = {
  admin: { kind: 'account', fields: ['username', 'group_ids', 'status'] },
  admin_group: { kind: 'group', fields: ['pid', 'is_super', 'rule_ids', 'status'] },
  admin_rule: {
    kind: 'rule',
    fields: ['pid', 'type', 'name', 'path', 'menu_type', 'url', 'component', 'status', 'gone'],
  },
};

/** Puts every change of rights and passwords into the security log, in the transaction that makes it. */
export const rowEvents =
  (events: SecurityLog): RowListener =>
  async (tx, change) => {
    for (const event of eventsOf(change)) tx.after.push(await events.record(tx, event));
  };

function eventsOf(change: RowChange): SecurityEvent[] {
  const { caller, model, id, action, before, after, row } = change;
  const rule = watched[model.name];
  // The server makes the rules of its tables by itself at every start.
  if (!rule || (rule.kind === 'rule' && caller.realm === 'system')) return [];
  const common = {
    outcome: 'success',
    caller: actorOf(caller),
    ...targetOf(model, id, { ...row, ...before, ...after }),
  } as const;
  const found: SecurityEvent[] = [];
  const changed = rule.fields.filter((name) => after !== undefined && name in after);
  if (action !== 'edit')
    found.push({ ...common, kind: rule.kind, detail: { action, ...valuesOf(change, rule.fields) } });
  else if (changed.length > 0)
    found.push({ ...common, kind: rule.kind, detail: { action, ...valuesOf(change, changed) } });
  if (action === 'edit' && model.name === 'admin' && after !== undefined && 'password' in after)
    found.push({ ...common, kind: 'password', detail: { own: caller.id === id } });
  return found;
}

/** What a program did by itself is nobody's. */
const actorOf = (caller: Caller): Caller =>
  caller.realm === 'system' && caller.id === 0 ? { ...caller, username: 'system' } : caller;

function targetOf(
  model: Model,
  id: number,
  values: NonNullable<RowChange['after']>,
): Pick<SecurityEvent, 'target' | 'title'> {
  const { options } = model.fields.get(model.title)!;
  const rowIn = (language: Language): string => {
    const title = textShown(model.title, options, values, language);
    return typeof title === 'string' ? `#${id} ${title}` : `#${id}`;
  };
  return {
    target: `${model.name} ${rowIn(defaultLanguage)}`,
    title: eachLanguage((language) => `${textOf(model.label, language)} ${rowIn(language)}`),
  };
}

/** Before and after; of lists what came and what went. Secrets are in none of these fields. */
function valuesOf({ before, after }: RowChange, names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const [old, now] = [before?.[name] ?? null, after?.[name] ?? null] as [Json, Json];
      if (JSON.stringify(old) === JSON.stringify(now)) return [];
      return [[name, Array.isArray(old ?? now) ? listChange(old, now) : { before: old, after: now }]];
    }),
  );
}

function listChange(old: Json, now: Json): Json {
  const [before, after] = [listOf(old), listOf(now)];
  return {
    added: after.filter((each) => !before.includes(each)),
    removed: before.filter((each) => !after.includes(each)),
  };
}

const listOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);
