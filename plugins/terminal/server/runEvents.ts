import type { Caller, Problem } from '#resource';
import type { PluginHost } from '#plugin';
import type { Outcome } from '../shared/protocol.ts';
import type { RunRequest, RunRow } from './runRow.ts';

type RunEvent = { readonly outcome: Outcome; readonly exitCode: number | null } | { readonly outcome: 'begun' };

/** Notes in the security log that a run has begun, or how it has ended. */
export function noteRun(
  host: PluginHost,
  caller: Caller,
  { uuid, command, params, admin_id }: RunRow,
  event: RunEvent,
): void {
  host.securityLog({
    caller,
    outcome: event.outcome === 'begun' || event.outcome === 'success' ? 'success' : 'failed',
    target: command,
    detail: {
      uuid,
      admin: admin_id,
      params: { ...(params as Readonly<Record<string, string>> | null) },
      exitCode: null,
      ...event,
    },
  });
}

/** Notes that somebody was not let run what they wanted. */
export function noteRefusal(host: PluginHost, caller: Caller, { command, uuid }: RunRequest, { key }: Problem): void {
  const detail = { uuid, reason: key };
  host.securityLog({ caller, outcome: 'refused', target: command.slice(0, 80), detail });
}
