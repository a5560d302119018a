import { NumberCell, numberText } from './cells.tsx';
import { NumberInput } from './commonInputs.tsx';
import type { CellProps, FieldView, InputProps } from './view.ts';

/** Ids are names rather than quantities: no thousands set apart. */
function IntCell({ field, value }: CellProps) {
  return field.name === 'id' || /_id$/.test(field.name) ? (
    <span className="cell-number">{String(value ?? '-')}</span>
  ) : (
    <NumberCell value={value} />
  );
}
const IntInput = (props: InputProps) => <NumberInput {...props} precision={0} />;

export const intView: FieldView = { Cell: IntCell, Input: IntInput, width: 90, textOf: numberText, align: 'right' };
