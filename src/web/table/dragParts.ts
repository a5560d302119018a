import type { useSortable } from '@dnd-kit/sortable';
import { createContext, useContext, type ComponentType, type HTMLAttributes } from 'react';

type Handle = Pick<ReturnType<typeof useSortable>, 'attributes' | 'listeners'> & {
  ref?: (element: HTMLElement | null) => void;
};
export const HandleContext = createContext<Partial<Handle>>({});

/** What makes a button the handle of the row it stands in. */
export const useDragHandle = (): Partial<Handle> => useContext(HandleContext);

interface DragParts {
  /** A row of antd's table. */
  readonly Row: ComponentType<HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: number }>;
  /** An entry of a list. */
  readonly Item: ComponentType<Omit<HTMLAttributes<HTMLLIElement>, 'id'> & { id: number }>;
}
const PartsContext = createContext<DragParts | undefined>(undefined);
export const DragPartsProvider = PartsContext.Provider;

/** What draws rows that can be dragged; undefined where none can, whose code is not loaded then. */
export const useDragParts = (): DragParts | undefined => useContext(PartsContext);
