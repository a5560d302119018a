import type { CellProps } from '#web';

export type ListRow = CellProps['row'];
