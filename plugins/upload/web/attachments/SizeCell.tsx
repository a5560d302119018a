import { sizeText } from '#resource';
import type { CellProps } from '#web';

/** Bytes as people read them. */
export default function SizeCell({ value }: CellProps) {
  return <span className="cell-number">{typeof value === 'number' ? sizeText(value) : '-'}</span>;
}
