import type { Actor } from '#resource';
import type { EventCaller } from '../security/securityEvent.ts';
import type { SecurityLog } from '../security/securityLog.ts';

/** What the administrators' table is called in targets of the log. */
const accounts = 'admin';

/** Puts the beginning or the end of being signed in as somebody else into the security log, or why it was refused. */
export function noteActing(
  events: SecurityLog,
  caller: EventCaller,
  { id, username }: Actor,
  step: 'begin' | 'end' | { readonly refused: string },
): void {
  const stage = typeof step === 'string' ? step : 'refused';
  events.note({
    kind: 'act_as',
    outcome: stage === 'refused' ? 'refused' : 'success',
    caller,
    target: `${accounts} #${id} ${username}`,
    title: events.titled(`auth:acting.${stage}`, { who: username }),
    detail: typeof step === 'string' ? { step } : { reason: step.refused },
  });
}
