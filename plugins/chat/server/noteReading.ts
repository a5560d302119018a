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
    title: { 'zh-cn': `查看对话内容：${code}`, en: `Conversation read: ${code}` },
    detail: { conversation: id, owner },
  });
}
