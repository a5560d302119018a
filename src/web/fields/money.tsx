import { NumberCell } from './NumberCell.tsx';
import { NumberInput } from './commonInputs.tsx';
import type { FieldView } from './view.ts';

export const moneyView: FieldView = {
  Cell: ({ value }) => <NumberCell value={value} digits={2} />,
  Input: (props) => <NumberInput {...props} precision={2} asText />,
  width: 120,
  align: 'right',
};
