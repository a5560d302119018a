import { Code, Invalid, placeOf, type Caller, type Label, type Model, type Problem } from '#resource';
import type { Gate } from '../table/gate.ts';
import { rulesFor } from '../table/realmRules.ts';
import type { SecurityLog } from './securityLog.ts';

/** Refusals for want of rights that are said in other words. */
const others = new Set(['rows:outsideRule', 'validate:notWritable', 'auth:lackRights', 'auth:groupOutside']);
/** Rows that somebody may not see or change do not exist for them. */
const missingRows = new Set(['rows:notFound', 'rows:noneDeleted', 'rows:noneRestored', 'validate:noSuchRow']);
/** Nor do fields. */
const missingFields = new Set(['rows:unknownField', 'validate:unknownField']);

export interface RefusalParts {
  readonly events: SecurityLog;
  readonly gate: Pick<Gate, 'models' | 'modelAt'>;
  /** What people call an address. */
  titleOf(address: string): Label;
}

/**
 * Notes a problem that is a refusal of rights; `target` is the address that was asked. What was not found is one where a
 * rule keeps rows from the caller, or there is such a field: a mistake otherwise.
 */
export function noteRefusal(parts: RefusalParts, caller: Caller, target: string, problem: Problem): void {
  const isForbidden = problem.options.code === Code.forbidden;
  const reason = isForbidden ? undefined : reasonOf(parts, caller, target, problem);
  if (!isForbidden && reason === undefined) return;
  parts.events.note({
    kind: 'forbidden',
    outcome: 'refused',
    caller,
    target,
    title: parts.titleOf(target),
    ...(reason && { detail: reason }),
  });
}

/** Nothing is refused to super administrators for want of rights. */
function reasonOf(
  { gate }: RefusalParts,
  caller: Caller,
  target: string,
  problem: Problem,
): { reason: string; field?: string } | undefined {
  if (caller.super || caller.realm === 'visitor') return undefined;
  const model = gate.modelAt(target.split('/')[2] ?? '');
  const isOne = (key: string, field: unknown): boolean =>
    others.has(key) ||
    (model !== undefined &&
      ((missingRows.has(key) && isHeld(caller, model)) ||
        (missingFields.has(key) && typeof field === 'string' && placeOf(gate.models, model, field) !== undefined)));
  if (!(problem instanceof Invalid)) {
    const { field } = problem.params as { field?: unknown };
    return isOne(problem.key, field) ? { reason: problem.key, ...fieldIn(field) } : undefined;
  }
  const found = Object.entries(problem.errors).find(([name, { key }]) => isOne(key, name));
  return found && { reason: found[1].key, ...fieldIn(found[0]) };
}

const fieldIn = (field: unknown): { field?: string } =>
  typeof field === 'string' ? { field: field.slice(0, 60) } : {};

/** Whether a rule keeps rows of the table from the caller. */
function isHeld(caller: Caller, model: Model): boolean {
  const { rows } = rulesFor(caller, model);
  return [rows?.read, rows?.write].some((rule) => rule !== undefined && rule(caller) !== true);
}
