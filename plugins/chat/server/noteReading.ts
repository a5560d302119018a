import type { Caller } from '#resource';
import type { ChatParts } from './chatParts.ts';

/** Whoever reads what others have written stands in the security log, whichever way they read it. */
export function noteReading(
  { host }: ChatParts,
  caller: Caller,
  { id, code, owner }: { readonly id: number; readonly code: string; readonly owner: string },
): void {
  host.securityLog({
    caller,
    outcome: 'success',
    target: `conversation ${code} read`,
    detail: { conversation: id, owner },
  });
}
