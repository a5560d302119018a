import type { ComponentType } from 'react';
import type { Manifest } from '#resource';

/** What a plugin says in an empty list: why there may be nothing. */
export interface EmptyNote {
  readonly name: string;
  readonly applies: (manifest: Manifest) => boolean;
  readonly Note: ComponentType;
}

const notes = new Map<string, EmptyNote>();

export const addEmptyNoteTo = (note: EmptyNote): void => void notes.set(note.name, note);

/** The notes of plugins on the empty list of this manifest. */
export const emptyNotesOf = (manifest: Manifest): readonly EmptyNote[] =>
  [...notes.values()].filter(({ applies }) => applies(manifest));
