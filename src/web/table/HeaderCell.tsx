import { useRef, type KeyboardEvent, type PointerEvent, type ThHTMLAttributes } from 'react';
import { useText } from '../settings/useText.ts';
import { widthLimits, withinLimits } from '#resource';

/** What makes the edge of a column one that can be dragged. */
interface Resizing {
  readonly label: string;
  /** Pixels that the column has at least now. */
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

export interface HeaderCellProps extends ThHTMLAttributes<HTMLTableCellElement> {
  readonly hint?: string;
  readonly resizing?: Resizing;
}

/**
 * A cell of the header with a description of its own, instead of the one that antd gives all columns that can be sorted, and
 * with an edge by which its column is made wider and narrower. One that sorts is the only stop of the Tab key: the arrow keys
 * lead from it to its edge.
 */
export function HeaderCell({ hint, resizing, children, ...cell }: HeaderCellProps) {
  const sorts = cell.tabIndex !== undefined;
  const press = (event: KeyboardEvent<HTMLTableCellElement>): void => {
    const { key, target, currentTarget } = event;
    if (!resizing || !(key in stepOf) || target !== currentTarget) return cell.onKeyDown?.(event);
    event.preventDefault();
    currentTarget.querySelector<HTMLElement>(':scope > .column-edge')?.focus();
    resizing.onWidth(widthAfter(event, currentTarget));
  };
  return (
    <th
      {...cell}
      {...(hint !== undefined && { 'aria-description': hint })}
      {...(sorts && resizing && { 'aria-keyshortcuts': 'ArrowLeft ArrowRight' })}
      onKeyDown={press}
    >
      {children}
      {resizing && <Edge {...resizing} isStop={!sorts} />}
    </th>
  );
}

/** Pixels that an arrow key moves the edge, and one with the shift key. */
const step = { small: 10, large: 50 } as const;
const stepOf: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const widthAfter = ({ key, shiftKey }: KeyboardEvent, header: HTMLTableCellElement): number =>
  withinLimits(header.offsetWidth + stepOf[key]! * (shiftKey ? step.large : step.small));

/** `isStop`: whether the Tab key leads to it. */
function Edge({ label, width, onWidth, isStop }: Resizing & { readonly isStop: boolean }) {
  const text = useText();
  const line = useRef<HTMLSpanElement>(null);
  const pressed = useRef<{ x: number; width: number }>(undefined);
  const fit = (edge: HTMLElement): void => onWidth(withinLimits(contentWidth(edge.closest('th')!)));
  const widthAt = ({ clientX }: PointerEvent): number =>
    withinLimits(pressed.current!.width + clientX - pressed.current!.x);
  const begin = (event: PointerEvent<HTMLSpanElement>): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    pressed.current = { x: event.clientX, width: event.currentTarget.closest('th')!.offsetWidth };
  };
  // A line shows where the edge would be: drawing thousands of cells anew with each move would lag behind the pointer.
  const move = (event: PointerEvent): void => {
    if (pressed.current && line.current)
      line.current.style.transform = `translateX(${widthAt(event) - pressed.current.width}px)`;
  };
  const end = (event: PointerEvent): void => {
    if (!pressed.current) return;
    const next = widthAt(event);
    const isMoved = next !== pressed.current.width;
    cancel();
    if (isMoved) onWidth(next);
  };
  const cancel = (): void => {
    pressed.current = undefined;
    if (line.current) line.current.style.transform = '';
  };
  const press = (event: KeyboardEvent<HTMLSpanElement>): void => {
    const { key, currentTarget } = event;
    const moves = key in stepOf;
    if (!moves && key !== 'Enter') return;
    // Enter in the header sorts.
    event.stopPropagation();
    event.preventDefault();
    if (moves) onWidth(widthAfter(event, currentTarget.closest('th')!));
    else fit(currentTarget);
  };
  return (
    <span
      className="column-edge"
      role="separator"
      tabIndex={isStop ? 0 : -1}
      aria-orientation="vertical"
      aria-label={text('widthOf', { field: label })}
      aria-valuenow={width}
      aria-valuemin={widthLimits.least}
      aria-valuemax={widthLimits.most}
      title={text('widthHint')}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={cancel}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={({ currentTarget }) => fit(currentTarget)}
      onKeyDown={press}
    >
      <span ref={line} className="column-edge-line" />
    </span>
  );
}

/** Pixels that the widest content of the column needs on one line, whatever is cut off of it or stretched now. */
function contentWidth(header: HTMLTableCellElement): number {
  const table = header.closest('.ant-table');
  const cells = table?.querySelectorAll<HTMLElement>(`tr[data-row-key] > td:nth-child(${header.cellIndex + 1})`) ?? [];
  return Math.ceil(Math.max(...[header, ...cells].map(neededBy))) + 2;
}

/** Of one cell, by a copy of what is in it that may be as wide as it likes. */
function neededBy(cell: HTMLElement): number {
  const probe = document.createElement('div');
  probe.className = 'column-probe';
  probe.append(...[...cell.childNodes].map((each) => each.cloneNode(true)));
  probe.querySelector(':scope > .column-edge')?.remove();
  cell.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  return width + parseFloat(paddingLeft) + parseFloat(paddingRight);
}
