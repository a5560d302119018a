import type { Manifest } from '#resource';
import { useAskedForNew } from '../navigation/askedForms.ts';
import { useShortcut } from '../navigation/shortcuts.ts';
import { useTabScope } from '../navigation/tabScope.ts';
import { mostInTurn } from './actions/edit.tsx';
import { focusRow } from './focusRow.ts';
import { flatten } from './treeRows.ts';
import type { TreeRow } from './useRows.ts';
import { isOffered } from './withheld.ts';

interface Keys {
  readonly manifest: Manifest;
  readonly view: string | undefined;
  readonly rows: readonly TreeRow[];
  readonly selected: readonly number[];
  /** One of several lists on a page: no key is for it. */
  readonly isOwn: boolean;
  /** Without ids for a new row. */
  readonly onEdit: (ids: readonly number[]) => void;
}

/** New, edit and the way through the rows by their keys; and the form of a new row for whoever asks for it elsewhere. */
export function useListKeys({ manifest, view, rows, selected, isOwn, onEdit }: Keys): void {
  const { isShown, path } = useTabScope();
  const may = (action: string): boolean => view === undefined && manifest.actions.includes(action);
  const isMine = (): boolean => !isOwn && isShown();
  useShortcut('new', () => (isMine() && may('add') ? onEdit([]) : false));
  useShortcut('edit', () => {
    if (!isMine() || !may('edit')) return false;
    const focused = focusedRow();
    // With several ticked, all of them, one after the other, as by the button of their bar.
    const isOne =
      selected.length < 2 || selected.length > mostInTurn || (focused !== undefined && !selected.includes(focused));
    const wanted = isOne ? [focused ?? selected[0]] : selected;
    const ids = flatten(rows).flatMap((row) => (wanted.includes(row.id) && isOffered(row, 'edit') ? [row.id] : []));
    return ids.length > 0 && onEdit(ids);
  });
  useShortcut('below', () => isMine() && focusRow(1));
  useShortcut('above', () => isMine() && focusRow(-1));
  useAskedForNew(isOwn ? '' : path, () => may('add') && onEdit([]));
}

/** The row in which the focus is. */
function focusedRow(): number | undefined {
  const key = document.activeElement?.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey'];
  return key === undefined ? undefined : Number(key);
}
