import { NumberCell, numberText } from './cells.tsx';
import { NumberInput } from './commonInputs.tsx';
import { optionOf, type FieldView } from './view.ts';

export const decimalView: FieldView = {
  Cell: ({ field, value }) => <NumberCell value={value} digits={optionOf<number>(field, 'scale') ?? 2} />,
  Input: (props) => <NumberInput {...props} precision={optionOf<number>(props.field, 'scale') ?? 2} />,
  width: 120,
  textOf: ({ field, value }) => numberText({ value, digits: optionOf<number>(field, 'scale') ?? 2 }),
  align: 'right',
};
