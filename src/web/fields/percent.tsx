import { NumberCell } from './cells.tsx';
import { NumberInput } from './commonInputs.tsx';
import type { FieldView } from './view.ts';

export const percentView: FieldView = {
  Cell: ({ value }) => <NumberCell value={value} suffix="%" />,
  Input: (props) => <NumberInput {...props} precision={2} suffix="%" />,
  width: 100,
  align: 'right',
};
