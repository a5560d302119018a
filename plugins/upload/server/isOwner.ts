import type { Caller } from '#resource';
import type { AttachmentRow } from './attachmentAnswer.ts';

/** Whether the caller has uploaded the file, or needs nobody's leave. */
export const isOwner = (caller: Caller, row: Pick<AttachmentRow, 'admin_id' | 'user_id'>): boolean => {
  if (caller.super || caller.realm === 'system') return true;
  return caller.id !== 0 && (caller.realm === 'admin' ? row.admin_id : row.user_id) === caller.id;
};
