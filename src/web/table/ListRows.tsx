import { Suspense, type ReactElement } from 'react';
import { Boundary } from '../components/Boundary.tsx';
import { isMissingPart } from '../loading/missingParts.ts';
import type { ListLayout } from './layouts.ts';
import { DragSort, ListBar, maySort, RowCards } from './listParts.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { nameOf } from './nameOf.ts';
import type { RowsProps } from './rowsProps.ts';
import { RowsTable } from './RowsTable.tsx';
import { flatten } from './treeRows.ts';
import type { ListColumns } from './useColumnChoice.ts';
import type { useSorting } from './useSorting.ts';

interface Props {
  readonly body: RowsProps;
  readonly columns: ListColumns;
  /** Ids of the rows that can be seen, in order. */
  readonly ids: readonly number[];
  readonly phone: boolean;
  /** What the device shows rows as. */
  readonly device: 'cards' | 'table';
  readonly layout: string;
  /** Those that plugins bring. */
  readonly layouts: readonly ListLayout[];
  readonly sorting: Pick<ReturnType<typeof useSorting>, 'move' | 'refusalOf'>;
}

/** The rows as the chosen layout draws them, to be dragged where that makes sense. */
export function ListRows({ body, columns, ids, phone, device, layout, layouts, sorting: { move, refusalOf } }: Props) {
  const { manifest, state, rows, draggable, total } = body;
  const Own = (layout === 'cards' || layout === 'table' ? layout : device) === 'cards' ? RowCards : RowsTable;
  const View = layouts.find(({ name }) => name === layout)?.View;
  const drawn = (draggable: boolean): ReactElement => {
    const own = <Own {...body} look={columns} draggable={draggable} />;
    return View ? <View {...body} draggable={draggable} instead={own} /> : own;
  };
  return (
    <Suspense fallback={<ListSkeleton lines={state.limit} />}>
      {layout !== 'table' && total > 0 && <ListBar {...body} />}
      {maySort(manifest) ? (
        <Boundary fallback={({ error }) => withoutDragging(error, drawn(false))}>
          <DragSort
            ids={draggable ? ids : []}
            nameOf={(id) => nameOf(manifest, flatten(rows).find((row) => row.id === id) ?? { id })}
            refusalOf={refusalOf}
            onMove={(id, target) => void move(id, target)}
            sideways={layout !== 'table' && !(phone && Own === RowCards)}
          >
            {drawn(draggable)}
          </DragSort>
        </Boundary>
      ) : (
        drawn(draggable)
      )}
    </Suspense>
  );
}

/** Rows that cannot be dragged are better than none. */
function withoutDragging(error: Error, rows: ReactElement): ReactElement {
  if (!isMissingPart(error)) throw error;
  return rows;
}
