import type { Caller, Json, Label } from '#resource';

/** What somebody has done, or was refused, that matters to who guards the site. */
export interface SecurityEntry {
  /** The caller of the request. */
  readonly caller: Caller;
  readonly outcome: 'success' | 'failed' | 'refused';
  /** What happened, to what: `export of order 7`. The name of the plugin stands before it. Never a secret. */
  readonly target: string;
  /** What people read in its stead. */
  readonly title?: Label;
  readonly detail?: Json;
}

export interface SecurityHost {
  /** Adds an entry to the security log, behind the answer; equal ones of a minute become one with their number. */
  securityLog(entry: SecurityEntry): void;
}
