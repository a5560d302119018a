import { Button, Empty } from 'antd';
import type { Manifest } from '#resource';
import { useText } from '../settings/useText.ts';
import { emptyNotesOf } from './emptyNotes.ts';
import { isNarrowed } from './listFilters.ts';
import type { ListState } from './listShape.ts';
import { newRowTitle } from './nameOf.ts';

interface Props {
  readonly manifest: Manifest;
  readonly state: ListState;
  /** Said where nothing has been looked for. */
  readonly none: string;
  readonly onReset: () => void;
  readonly onAdd: (() => void) | undefined;
  /** What adding is called where it is not called so. */
  readonly addLabel: string | undefined;
}

/** What stands in the place of rows where there are none: what belongs here, or that nothing was found. */
export function EmptyList({ manifest, state, none, onReset, onAdd, addLabel }: Props) {
  const text = useText();
  const isShort = isNarrowed(state);
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={isShort ? text('nothingFound') : none}>
      {emptyNotesOf(manifest).map(({ name, Note }) => (
        <Note key={name} />
      ))}
      {isShort && <Button onClick={onReset}>{text('showAllRows')}</Button>}
      {!isShort && state.view === undefined && onAdd && (
        <Button onClick={onAdd}>
          {addLabel ?? (manifest.rowLabel === undefined ? text('addFirst') : newRowTitle(manifest, text))}
        </Button>
      )}
    </Empty>
  );
}
