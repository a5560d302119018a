import type { Caller } from '#resource';

/** The projects that somebody belongs to, with all that is in them; super administrators belong to every one. */
export const visibleTo = (caller: Pick<Caller, 'id' | 'super'>) =>
  caller.super || { or: [{ 'admins.id': caller.id }, { 'pid.admins.id': caller.id }] };
