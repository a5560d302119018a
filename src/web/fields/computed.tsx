import { NumberCell, TextCell } from './cells.tsx';
import { LineInput, NumberInput } from './commonInputs.tsx';
import { optionOf, type CellProps, type FieldView, type InputProps } from './view.ts';

function ComputedCell(props: CellProps) {
  const scale = optionOf<number | 'text'>(props.field, 'scale') ?? 2;
  return scale === 'text' ? <TextCell {...props} /> : <NumberCell value={props.value} digits={scale} />;
}

/** Only filters ask for a value: forms never show what nobody can set. */
function ComputedInput(props: InputProps) {
  const scale = optionOf<number | 'text'>(props.field, 'scale') ?? 2;
  return scale === 'text' ? <LineInput {...props} /> : <NumberInput {...props} precision={scale} />;
}

export const computedView: FieldView = { Cell: ComputedCell, Input: ComputedInput, width: 130, align: 'right' };
