import type { CellProps } from '#web';
import { Uses } from './Uses.tsx';

/** How often an attachment is used, and by which rows. */
export default function UsesCell({ row, value }: CellProps) {
  return <Uses id={row.id} count={Number(value ?? 0)} />;
}
