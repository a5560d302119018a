import { useEffect, useState } from 'react';
import type { Manifest } from '#resource';
import { onSessionEnd } from '../http/leave.ts';
import { currentRealm } from '../realms/registry.ts';
import { personIn } from '../realms/session.ts';
import { useTabScope } from '../navigation/tabScope.ts';
import { keepOverReload } from '../navigation/reload.ts';
import { linesKey } from './lines/linesKey.ts';
import { typedValues, type Values } from './typedValues.ts';
import { readDrafts, writeDrafts, type Draft } from './storedDrafts.ts';

/** By the realm and the person in it, and the path of the resource or the name of another form. */
const drafts = new Map<string, Draft>(Object.entries(readDrafts()));

/** Nobody's draft takes the place of another's. */
const keyOf = (name: string, person = personIn(currentRealm())): string => `${person ?? currentRealm().name}/${name}`;

interface Form {
  readonly manifest: Manifest;
  readonly id: number | undefined;
  readonly start: Values;
  isDirty(): boolean;
  /** Files that are on their way into it are lost with the page. */
  readonly uploads: { readonly isEmpty: boolean };
  values(): Values;
}

/**
 * Keeps what is typed when the session ends, for the same person only, and when the page is loaded anew. Over a reload
 * secrets are not kept: whoever typed one is asked by the browser.
 */
export function useDraft(name: string, form: Form, isOpen = true): void {
  // Who is signed in is forgotten before the page is left.
  const [person] = useState(() => personIn(currentRealm()));
  const { path } = useTabScope();
  const typed = (): Values | undefined =>
    isOpen && form.isDirty() ? typedValues(form.start, form.values()) : undefined;
  const keep = (values: Values): void => void drafts.set(keyOf(name, person), { person, id: form.id, values });
  useEffect(() =>
    onSessionEnd(() => {
      const values = typed();
      if (values) keep(values);
      dropKept(person);
    }),
  );
  useEffect(() =>
    keepOverReload({
      path,
      keep: () => {
        const values = typed();
        if (!values) return form.uploads.isEmpty;
        const plain = Object.entries(values).filter(
          ([field]) => field === linesKey || form.manifest.fields[field]?.readable,
        );
        const draft = { person, id: form.id, values: Object.fromEntries(plain) };
        try {
          writeDrafts({ ...readDrafts(), [keyOf(name, person)]: draft });
        } catch {
          // There is no room for it: the browser asks whoever typed it.
          return false;
        }
        return form.uploads.isEmpty && plain.length === Object.keys(values).length;
      },
      drop: () => takeKept(keyOf(name, person)),
    }),
  );
}

/** What was kept for who is signed in now. It goes once the component is there: one that was drawn in vain has taken nothing. */
export function useTakenDraft(name: string): Draft | undefined {
  const [draft] = useState(() => draftAt(keyOf(name)));
  useEffect(() => {
    if (draft) takeDraft(name);
  }, [draft, name]);
  return draft;
}

/** The same, once. */
export function takeDraft(name: string): Draft | undefined {
  const key = keyOf(name);
  const draft = draftAt(key);
  drafts.delete(key);
  takeKept(key);
  return draft;
}

function draftAt(key: string): Draft | undefined {
  const draft = drafts.get(key);
  return draft?.person === personIn(currentRealm()) ? draft : undefined;
}

function takeKept(key: string): void {
  const { [key]: taken, ...others } = readDrafts();
  if (taken) writeDrafts(others);
}

/** Lets go of what was kept over a reload for this person. */
function dropKept(person: string | undefined): void {
  writeDrafts(Object.fromEntries(Object.entries(readDrafts()).filter(([, draft]) => draft.person !== person)));
}
