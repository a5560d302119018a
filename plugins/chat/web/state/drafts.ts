import { forgetStored, keepStored, readStored } from '#web';

/** What somebody has typed and not sent yet: it outlives the page. */
export interface Draft {
  readonly text: string;
  /** Files that go with it, once the server has them. */
  readonly files?: readonly DraftFile[];
  /** By which it was sent when no answer came: sent again by it, it is the same message. */
  readonly key?: string;
}

export interface DraftFile {
  /** Of the attachment. */
  readonly id: number;
  readonly name: string;
}

const prefix = 'chatDraft:';
const nothing: Draft = { text: '' };

export function readDraft(place: string): Draft {
  try {
    const found = JSON.parse(readStored(prefix + place) ?? 'null') as Partial<Draft> | null;
    if (typeof found?.text !== 'string') return nothing;
    const files = filesOf(found.files);
    return { text: found.text, ...(found.key && { key: found.key }), ...(files.length > 0 && { files }) };
  } catch {
    return nothing;
  }
}

/** Whoever has edited the list by hand does without what is no file. */
const filesOf = (stored: unknown): readonly DraftFile[] =>
  Array.isArray(stored)
    ? (stored as DraftFile[]).filter((each) => Number.isSafeInteger(each?.id) && typeof each.name === 'string')
    : [];

/** Other words for the same files: it is another message. */
export const keepText = (place: string, text: string): void => {
  const { files } = readDraft(place);
  keepDraft(place, { text, ...(files && { files }) });
};

/** Other files for the same words, likewise. */
export const keepFiles = (place: string, files: readonly DraftFile[]): void =>
  keepDraft(place, { text: readDraft(place).text, files });

export function keepDraft(place: string, draft: Draft): void {
  const name = prefix + place;
  const isEmpty = draft.text === '' && (draft.files ?? []).length === 0;
  if (isEmpty) forgetStored(name);
  else keepStored(name, JSON.stringify(draft));
}
