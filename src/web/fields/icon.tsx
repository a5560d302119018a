import { dash } from './cells.tsx';
import { lazyInput } from './lazyInput.tsx';
import { LineInput } from './commonInputs.tsx';
import { isBlank, type CellProps, type FieldView } from './view.ts';

function IconCell({ value }: CellProps) {
  if (isBlank(value)) return dash;
  return (
    <i
      className={`${String(value as string)} cell-icon`}
      role="img"
      aria-label={String(value as string)}
      title={String(value as string)}
    />
  );
}

export const iconView: FieldView = {
  Cell: IconCell,
  Input: lazyInput(async () => (await import('./IconInput.tsx')).IconInput),
  Filter: LineInput,
  width: 70,
  align: 'center',
};
