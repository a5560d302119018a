import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type Modifier,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { useMemo, useRef, type HTMLAttributes, type PropsWithChildren } from 'react';
import { DragPartsProvider, HandleContext } from './dragParts.ts';
import { useText } from '../settings/useText.ts';

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

interface Props {
  readonly ids: readonly number[];
  /** What people call a row, for those who hear the page. */
  readonly nameOf: (id: number) => string;
  /** Why a row may not go to the place of another, if so. */
  readonly refusalOf: (id: number, targetId: number) => string | undefined;
  readonly onMove: (id: number, targetId: number) => void;
  /** Rows stand beside each other, too. */
  readonly sideways: boolean;
}

/** Lets the rows inside be dragged: by mouse and finger, or with space bar and arrow keys. */
export function DragSort({ ids, nameOf, refusalOf, onMove, sideways, children }: PropsWithChildren<Props>) {
  const text = useText();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const items = useMemo(() => [...ids], [ids]);
  // Of the row that is dragged: the row in whose place it would be put.
  const place = useRef<string | number>(undefined);
  const say = (key: string, id: string | number, over: string | number = id): string =>
    text(key, { row: nameOf(Number(id)), place: items.indexOf(Number(over)) + 1, total: items.length });
  const announcements: Announcements = {
    onDragStart: () => void (place.current = undefined),
    onDragOver: ({ active, over }) => {
      if (!over || over.id === place.current) return undefined;
      // First over its own place: from now on keys move it.
      const key = place.current === undefined ? 'dragStart' : 'dragOver';
      place.current = over.id;
      return say(key, active.id, over.id);
    },
    onDragEnd: ({ active, over }) => {
      const reason = over && over.id !== active.id ? refusalOf(Number(active.id), Number(over.id)) : undefined;
      return reason
        ? text('dragRefused', { row: nameOf(Number(active.id)), reason })
        : say('dragEnd', active.id, over?.id);
    },
    onDragCancel: ({ active }) => say('dragCancel', active.id),
  };
  const end = ({ active, over }: DragEndEvent): void => {
    if (over && over.id !== active.id) onMove(Number(active.id), Number(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={sideways ? [] : [upAndDown]}
      onDragEnd={end}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: text('dragHelp') },
        container: document.body,
      }}
    >
      <SortableContext items={items} {...(!sideways && { strategy: verticalListSortingStrategy })}>
        <DragPartsProvider value={parts}>{children}</DragPartsProvider>
      </SortableContext>
    </DndContext>
  );
}

/** A row of antd's table that can be dragged by the handle inside it; the table has other rows too. */
function SortableRow(props: HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: number }) {
  const id = props['data-row-key'];
  return id === undefined ? <tr {...props} /> : <DraggedRow {...props} id={id} />;
}

function DraggedRow({ id, ...props }: Omit<HTMLAttributes<HTMLTableRowElement>, 'id'> & { id: number }) {
  const { handle, place, className } = useDragged(id);
  return (
    <HandleContext value={handle}>
      <tr
        {...props}
        {...place}
        style={{ ...props.style, ...place.style }}
        className={`${props.className ?? ''} ${className}`}
      />
    </HandleContext>
  );
}

/** An entry of a list that can be dragged by the handle inside it. */
function SortableItem({ id, ...props }: Omit<HTMLAttributes<HTMLLIElement>, 'id'> & { id: number }) {
  const { handle, place, className } = useDragged(id);
  return (
    <HandleContext value={handle}>
      <li {...props} {...place} style={{ ...props.style, ...place.style }} className={className} />
    </HandleContext>
  );
}

const parts = { Row: SortableRow, Item: SortableItem };

function useDragged(id: number) {
  const text = useText();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: text('dragRole') },
  });
  const handle = useMemo(
    () => ({ attributes, listeners, ref: setActivatorNodeRef }),
    [attributes, listeners, setActivatorNodeRef],
  );
  const style = {
    transform: CSS.Translate.toString(transform),
    transition,
    ...(isDragging ? { position: 'relative' as const, zIndex: 5 } : {}),
  };
  return { handle, place: { ref: setNodeRef, style }, className: isDragging ? 'row-dragging' : '' };
}
