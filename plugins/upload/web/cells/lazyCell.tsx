import type { ComponentType } from 'react';
import { lazyView, type CellProps } from '#web';

/**
 * A cell of files, so many pixels high, whose code is fetched when there is one to show: what is empty says so at once, and its
 * row is no higher than others.
 */
export function lazyCell(
  load: () => Promise<{ default: ComponentType<CellProps> }>,
  height: number,
): ComponentType<CellProps> {
  const Loaded = lazyView(load, { texts: ['upload'], height });
  return function FileCell(props) {
    const isEmpty = ![props.value].flat().some(Boolean);
    return isEmpty ? <span className="cell-empty">-</span> : <Loaded {...props} />;
  };
}
