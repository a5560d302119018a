import { useEffect, useState } from 'react';
import { currentRealm } from '../realms/registry.ts';
import { personIn } from '../realms/session.ts';
import { readDrafts, writeDrafts, type Draft } from './storedDrafts.ts';

/** By the realm and the person in it, and the path of the resource or the name of another form. */
export const drafts = new Map<string, Draft>(Object.entries(readDrafts()));

/** Nobody's draft takes the place of another's. */
export const draftKeyOf = (name: string, person = personIn(currentRealm())): string =>
  `${person ?? currentRealm().name}/${name}`;

/** What was kept for who is signed in now. It goes once the component is there: one that was drawn in vain has taken nothing. */
export function useTakenDraft(name: string): Draft | undefined {
  const [draft] = useState(() => draftAt(draftKeyOf(name)));
  useEffect(() => {
    if (draft) takeDraft(name);
  }, [draft, name]);
  return draft;
}

/** The same, once. */
export function takeDraft(name: string): Draft | undefined {
  const key = draftKeyOf(name);
  const draft = draftAt(key);
  drafts.delete(key);
  forgetStored(key);
  return draft;
}

function draftAt(key: string): Draft | undefined {
  const draft = drafts.get(key);
  return draft?.person === personIn(currentRealm()) ? draft : undefined;
}

/** Lets go of the draft that is kept over a reload. */
export function forgetStored(key: string): void {
  const { [key]: taken, ...others } = readDrafts();
  if (taken) writeDrafts(others);
}
