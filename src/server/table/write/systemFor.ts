import type { Caller } from '#resource';

/** The system on somebody's behalf: what follows from what they may do, under their name. */
export const systemFor = (caller: Caller): Caller => ({ ...caller, realm: 'system', super: true, may: () => true });
