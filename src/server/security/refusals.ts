import { Code, Invalid, type Caller, type Problem } from '#resource';
import type { SecurityLog } from './securityLog.ts';

/** Refusals for want of rights that are said in other words. */
const others = new Set(['rows:outsideRule', 'validate:notWritable', 'auth:lackRights', 'auth:groupOutside']);
/** What somebody may not see does not exist for them; accounts, groups and rules are not asked for by mistake. */
const hidden = new Set(['rows:notFound', 'validate:noSuchRow']);
const guarded = /^\/admin\/auth\./i;

/** Notes a problem that is a refusal of rights; `target` is the address that was asked. */
export function noteRefusal(events: SecurityLog, caller: Caller, target: string, problem: Problem): void {
  const isForbidden = problem.options.code === Code.forbidden;
  const reason = isForbidden ? undefined : reasonOf(problem, caller, target);
  if (!isForbidden && reason === undefined) return;
  events.note({ kind: 'forbidden', outcome: 'refused', caller, target, ...(reason && { detail: reason }) });
}

/** Nothing is refused to super administrators for want of rights. */
function reasonOf(problem: Problem, caller: Caller, target: string): { reason: string; field?: string } | undefined {
  if (caller.super) return undefined;
  const isOne = (key: string): boolean => others.has(key) || (hidden.has(key) && guarded.test(target));
  if (!(problem instanceof Invalid)) return isOne(problem.key) ? { reason: problem.key } : undefined;
  const found = Object.entries(problem.errors).find(([, { key }]) => isOne(key));
  return found && { reason: found[1].key, field: found[0].slice(0, 60) };
}
