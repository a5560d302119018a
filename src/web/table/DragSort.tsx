import { DndContext, KeyboardSensor, PointerSensor, closestCenter, useSensor, useSensors, type Announcements, type DragEndEvent, type Modifier } from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { createContext, useContext, useMemo, type HTMLAttributes, type PropsWithChildren } from 'react';
import { useText } from './useText.ts';

type Handle = Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners'> & { ref?: (element: HTMLElement | null) => void };
const HandleContext = createContext<Partial<Handle>>({});

/** What makes a button the handle of the row it stands in. */
export const useDragHandle = (): Partial<Handle> => useContext(HandleContext);

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

interface Props {
  readonly ids: readonly number[];
  /** What people call a row, for those who hear the page. */
  readonly nameOf: (id: number) => string;
  readonly onMove: (id: number, targetId: number) => void;
}

/** Lets the rows inside be dragged up and down: by mouse and finger, or with space bar and arrow keys. */
export function DragSort({ ids, nameOf, onMove, children }: PropsWithChildren<Props>) {
  const text = useText();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
  const items = useMemo(() => [...ids], [ids]);
  const announcements = useMemo(() => announcementsOf(text, nameOf, items), [text, nameOf, items]);
  const end = ({ active, over }: DragEndEvent): void => {
    if (over && over.id !== active.id) onMove(Number(active.id), Number(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      onDragEnd={end}
      accessibility={{ announcements, screenReaderInstructions: { draggable: text('dragHelp') }, container: document.body }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>{children}</SortableContext>
    </DndContext>
  );
}

function announcementsOf(text: ReturnType<typeof useText>, nameOf: Props['nameOf'], ids: readonly number[]): Announcements {
  const say = (key: string, id: string | number, over?: string | number) => text(key, { row: nameOf(Number(id)), place: ids.indexOf(Number(over ?? id)) + 1, total: ids.length });
  return {
    onDragStart: ({ active }) => say('dragStart', active.id),
    onDragOver: ({ active, over }) => (over ? say('dragOver', active.id, over.id) : undefined),
    onDragEnd: ({ active, over }) => say('dragEnd', active.id, over?.id),
    onDragCancel: ({ active }) => say('dragCancel', active.id),
  };
}

/** A row of antd's table that can be dragged by the handle inside it. */
export function SortableRow(props: HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: number }) {
  const id = props['data-row-key'];
  return id === undefined ? <tr {...props} /> : <DraggedRow {...props} id={id} />;
}

function DraggedRow({ id, ...props }: Omit<HTMLAttributes<HTMLTableRowElement>, 'id'> & { id: number }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id });
  const handle = useMemo(() => ({ attributes, listeners, ref: setActivatorNodeRef }), [attributes, listeners, setActivatorNodeRef]);
  const style = { ...props.style, transform: CSS.Translate.toString(transform), transition, ...(isDragging ? { position: 'relative' as const, zIndex: 5 } : {}) };
  return (
    <HandleContext value={handle}>
      <tr {...props} ref={setNodeRef} style={style} className={`${props.className ?? ''}${isDragging ? ' row-dragging' : ''}`} />
    </HandleContext>
  );
}
