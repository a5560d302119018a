import type { Caller } from '#resource';
import type { AttachmentRow } from './attachmentAnswer.ts';

/** Whether the caller has uploaded the file, or needs nobody's leave. */
export const isOwner = (caller: Caller, row: Pick<AttachmentRow, 'admin_id' | 'user_id'>): boolean => {
  if (caller.super || caller.realm === 'system') return true;
  const owners: Readonly<Record<string, number | null>> = { admin: row.admin_id, member: row.user_id };
  return caller.id !== 0 && owners[caller.realm] === caller.id;
};
