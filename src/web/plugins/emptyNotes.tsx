import type { ComponentType } from 'react';
import { addEmptyNoteTo } from '../table/emptyNotes.ts';
import { claim } from './claims.ts';
import { Fence } from './Fence.tsx';
import { lazyView } from './lazyView.ts';
import { listCondition, type Condition } from './listCondition.ts';

export interface EmptyNoteOptions {
  readonly name: string;
  /** The table; or whether a list has it, by what the list is drawn from. */
  readonly of: Condition;
  /** Fetched when a list is empty for the first time. */
  readonly load: () => Promise<{ default: ComponentType }>;
  /** Names of its message files. */
  readonly texts?: readonly string[];
}

/** Says something in empty lists; where it throws, they are as they were. */
export function addEmptyNote(plugin: string, { name, of, load, texts = [] }: EmptyNoteOptions): void {
  if (!claim(plugin, `empty note ${name}`)) return;
  const Note = lazyView(load, { texts, height: 0 });
  addEmptyNoteTo({
    name,
    applies: listCondition(plugin, 'note', name, of),
    Note: () => (
      <Fence plugin={plugin} part="note" name={name}>
        <Note />
      </Fence>
    ),
  });
}
