import { NumberCell, numberText } from './cells.tsx';
import { NumberInput } from './commonInputs.tsx';
import { optionOf, type FieldView } from './view.ts';

export const moneyView: FieldView = {
  Cell: ({ field, value }) => <NumberCell value={value} digits={2} prefix={optionOf<string>(field, 'currency')} />,
  Input: (props) => <NumberInput {...props} precision={2} prefix={optionOf<string>(props.field, 'currency')} asText />,
  width: 120,
  textOf: ({ field, value }) => numberText({ value, digits: 2, prefix: optionOf<string>(field, 'currency') ?? '' }),
  align: 'right',
};
