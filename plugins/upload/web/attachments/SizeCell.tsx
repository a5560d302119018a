import type { CellProps } from '#web';
import { sizeText } from '../../shared/size.ts';

/** Bytes as people read them. */
export default function SizeCell({ value }: CellProps) {
  return <span className="cell-number">{typeof value === 'number' ? sizeText(value) : '—'}</span>;
}
