import type { MoneyOptions } from '#resource';
import { currencySign, useCurrencySign } from '../settings/currencySign.ts';
import { NumberCell, numberText } from './cells.tsx';
import { NumberInput } from './commonInputs.tsx';
import { optionOf, type CellProps, type FieldView, type InputProps } from './view.ts';

const currencyOf = ({ field }: Pick<CellProps, 'field'>) => optionOf<MoneyOptions['currency']>(field, 'currency');

export const moneyView: FieldView = {
  Cell: MoneyCell,
  Input: MoneyInput,
  width: 120,
  textOf: (props) => numberText({ value: props.value, digits: 2, prefix: currencySign(currencyOf(props)) ?? '' }),
  align: 'right',
};

function MoneyCell(props: CellProps) {
  return <NumberCell value={props.value} digits={2} prefix={useCurrencySign(currencyOf(props))} />;
}

function MoneyInput(props: InputProps) {
  return <NumberInput {...props} precision={2} prefix={useCurrencySign(currencyOf(props))} asText />;
}
