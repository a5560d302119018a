import type { Manifest } from '#resource';
import type { ListState } from './listShape.ts';
import type { RowButtonsProps } from './RowButtons.tsx';
import type { TreeRow } from './useRows.ts';

export interface RowsProps extends Omit<RowButtonsProps, 'row' | 'view'> {
  readonly manifest: Manifest;
  readonly state: ListState;
  readonly shown: readonly string[];
  readonly rows: readonly TreeRow[];
  readonly total: number;
  readonly fetching: boolean;
  readonly selected: readonly number[];
  readonly unfolded: readonly number[];
  readonly empty: React.ReactNode;
  readonly onSelect: (ids: readonly number[]) => void;
  readonly onUnfold: (ids: readonly number[]) => void;
  readonly onChange: (change: Partial<ListState>) => void;
}
