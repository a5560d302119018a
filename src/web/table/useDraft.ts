import { useEffect, useState } from 'react';
import type { Manifest } from '#resource';
import { onSessionEnd } from '../http/leave.ts';
import { keepOverReload } from '../navigation/reload.ts';
import { useTabScope } from '../navigation/tabScope.ts';
import { currentRealm } from '../realms/registry.ts';
import { personIn } from '../realms/session.ts';
import { draftKeyOf, drafts, forgetStored } from './drafts.ts';
import { linesKey } from './lines/linesKey.ts';
import { readDrafts, writeDrafts } from './storedDrafts.ts';
import { typedValues, type Values } from './typedValues.ts';

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
  const key = draftKeyOf(name, person);
  const typed = (): Values | undefined =>
    isOpen && form.isDirty() ? typedValues(form.start, form.values()) : undefined;
  useEffect(() =>
    onSessionEnd(() => {
      const values = typed();
      if (values) drafts.set(key, { person, id: form.id, values });
      forgetStoredOf(person);
      return values !== undefined;
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
          writeDrafts({ ...readDrafts(), [key]: draft });
        } catch {
          // There is no room for it: the browser asks whoever typed it.
          return false;
        }
        return form.uploads.isEmpty && plain.length === Object.keys(values).length;
      },
      drop: () => forgetStored(key),
    }),
  );
}

/** Lets go of what was kept over a reload for this person. */
function forgetStoredOf(person: string | undefined): void {
  writeDrafts(Object.fromEntries(Object.entries(readDrafts()).filter(([, draft]) => draft.person !== person)));
}
