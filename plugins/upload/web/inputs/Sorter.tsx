import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Announcements,
} from '@dnd-kit/core';
import {
  SortableContext,
  rectSortingStrategy,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useRef, type PropsWithChildren } from 'react';
import { useTranslation } from 'react-i18next';
import { useOwnEscape } from './useOwnEscape.ts';

interface Props {
  readonly ids: readonly string[];
  /** Beside each other; else one below the other. */
  readonly pictures: boolean;
  readonly disabled: boolean;
  readonly nameOf: (id: string) => string;
  readonly onMove: (from: number, to: number) => void;
}

/** Lets files be put into another order: by mouse and finger, or with space bar and arrow keys. */
export function Sorter({ ids, pictures, disabled, nameOf, onMove, children }: PropsWithChildren<Props>) {
  const { t } = useTranslation('upload');
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const escape = useOwnEscape();
  const say = (key: string, id: string | number, over: string | number = id): string =>
    t(key, { name: nameOf(String(id)), place: ids.indexOf(String(over)) + 1, total: ids.length });
  const place = useRef<string | number>(undefined);
  const announcements: Announcements = {
    onDragStart: () => void (place.current = undefined),
    onDragOver: ({ active, over }) => {
      if (!over || over.id === place.current) return undefined;
      // First over its own place: from now on keys move it.
      const key = place.current === undefined ? 'input.dragStart' : 'input.dragOver';
      place.current = over.id;
      return say(key, active.id, over.id);
    },
    onDragEnd: ({ active, over }) => say('input.dragEnd', active.id, over?.id),
    onDragCancel: ({ active }) => say('input.dragCancel', active.id),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={escape.begin}
      onDragCancel={escape.end}
      onDragEnd={({ active, over }) => {
        escape.end();
        if (over && over.id !== active.id) onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
      }}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('input.dragHelp') },
        container: document.body,
      }}
    >
      <SortableContext
        items={[...ids]}
        disabled={disabled}
        strategy={pictures ? rectSortingStrategy : verticalListSortingStrategy}
      >
        {children}
      </SortableContext>
    </DndContext>
  );
}
