import { useEffect, useState } from 'react';
import { onSessionEnd } from '../http/leave.ts';
import { readAdmin } from '../http/session.ts';
import type { Values } from './formValues.ts';

/** What somebody had typed into the form of a row when the session ended; fields left alone are not in it, others may have changed them since. */
export interface Draft {
  readonly person: number | undefined;
  /** Undefined for a new row. */
  readonly id: number | undefined;
  readonly values: Values;
}
/** By the path of the resource; never stored. */
const drafts = new Map<string, Draft>();

/** Keeps what is typed when the session ends, for the same person only. `typed` gives nothing when nothing would be lost. */
export function useDraft(path: string, id: number | undefined, typed: () => Values | undefined): void {
  // Who is signed in is forgotten before the page is left.
  const [person] = useState(() => readAdmin()?.id);
  useEffect(() =>
    onSessionEnd(() => {
      const values = typed();
      if (values) drafts.set(path, { person, id, values });
    }),
  );
}

/** What was kept for who is signed in now, once. */
export function takeDraft(path: string): Draft | undefined {
  const draft = drafts.get(path);
  drafts.delete(path);
  return draft?.person === readAdmin()?.id ? draft : undefined;
}
