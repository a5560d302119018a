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

/** By the realm, and the path of the resource or the name of another form. */
const drafts = new Map<string, Draft>(Object.entries(readDrafts()));

const keyOf = (name: string): string => `${currentRealm().base}/${name}`;

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
  const keep = (values: Values): void => void drafts.set(keyOf(name), { person, id: form.id, values });
  useEffect(() =>
    onSessionEnd(() => {
      const values = typed();
      if (values) keep(values);
      writeDrafts({});
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
        writeDrafts({ ...readDrafts(), [keyOf(name)]: { person, id: form.id, values: Object.fromEntries(plain) } });
        return form.uploads.isEmpty && plain.length === Object.keys(values).length;
      },
      drop: () => takeKept(name),
    }),
  );
}

/** What was kept for who is signed in now, once. */
export function takeDraft(name: string): Draft | undefined {
  const draft = drafts.get(keyOf(name));
  drafts.delete(keyOf(name));
  takeKept(name);
  return draft?.person === personIn(currentRealm()) ? draft : undefined;
}

function takeKept(name: string): void {
  const { [keyOf(name)]: taken, ...others } = readDrafts();
  if (taken) writeDrafts(others);
}
