import { createStore } from 'zustand/vanilla';
import { keepFiles, readDraft, type DraftFile } from './drafts.ts';

/** A file that goes with the next message. */
export interface Attached {
  readonly key: string;
  readonly name: string;
  /** Of the attachment that it has become; undefined while it is on its way, or when it could not be kept. */
  readonly id?: number;
  /** How much is sent, from 0 to 1. */
  readonly part: number;
  readonly error?: string;
  readonly stop: () => void;
}

/** By the place of their draft. Files go on being sent while another conversation is in sight. */
export const attached = createStore<Readonly<Record<string, readonly Attached[]>>>(() => ({}));

/** Those of a place; at first the ones that its draft has kept. */
export const filesAt = (place: string): readonly Attached[] => attached.getState()[place] ?? keptAt(place);

/** Changes those of a place; what the server has of them goes into its draft. */
export function changeFiles(place: string, change: (files: readonly Attached[]) => readonly Attached[]): void {
  const files = change(filesAt(place));
  attached.setState({ [place]: files });
  const kept = files.flatMap(({ id, name }) => (id === undefined ? [] : { id, name }));
  const ids = (all: readonly DraftFile[] = []): string => all.map(({ id }) => id).join();
  if (ids(kept) !== ids(readDraft(place).files)) keepFiles(place, kept);
}

/** They have gone with a message, whose draft is gone. */
export const forgetFiles = (place: string): void => attached.setState({ [place]: [] });

const keptAt = (place: string): readonly Attached[] =>
  (readDraft(place).files ?? []).map(({ id, name }) => ({ key: `kept-${id}`, id, name, part: 1, stop: () => {} }));
