import { dash } from './cells.tsx';
import { lazyInput } from './lazyInput.tsx';
import { isBlank, type CellProps, type FieldView } from './view.ts';

function ColorCell({ value }: CellProps) {
  if (isBlank(value)) return dash;
  const color = String(value as string);
  return (
    <span className="cell-color">
      <i style={{ background: color }} aria-hidden />
      {color}
    </span>
  );
}

export const colorView: FieldView = {
  Cell: ColorCell,
  Input: lazyInput(async () => (await import('./ColorInput.tsx')).ColorInput),
  width: 110,
};
