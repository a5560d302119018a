import { useCallback, useEffect, useState } from 'react';
import { keepDraft, keepText, readDraft } from '../state/drafts.ts';

const visitor = 'visitor';

/** Where a person's draft is kept. Who signs in goes on with what they had typed before. */
export function draftOf(member: number | undefined, place: string): string {
  const [own, before] = [`${member ?? visitor}/${place}`, `${visitor}/${place}`];
  const draft = readDraft(before);
  if (member === undefined || draft.text === '' || readDraft(own).text !== '') return own;
  // With its key: what the server has taken already, without our having heard of it, is not sent twice.
  keepDraft(own, draft);
  keepDraft(before, { text: '' });
  return own;
}

/** What is typed at this place; it is kept with every key, and read anew where another window changes it. */
export function useDraft(place: string) {
  const [text, setText] = useState(() => readDraft(place).text);
  useEffect(() => {
    setText(readDraft(place).text);
    const changed = ({ key }: StorageEvent): void => {
      if (key?.endsWith(`:${place}`)) setText(readDraft(place).text);
    };
    addEventListener('storage', changed);
    return () => removeEventListener('storage', changed);
  }, [place]);
  const type = useCallback(
    (value: string) => {
      setText(value);
      keepText(place, value);
    },
    [place],
  );
  /** As it is kept by now: sending empties it. */
  const refresh = useCallback(() => setText(readDraft(place).text), [place]);
  return { text, type, refresh };
}
