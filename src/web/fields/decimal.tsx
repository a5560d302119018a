import type { FieldManifest } from '#resource';
import { NumberCell, numberText } from './cells.tsx';
import { NumberInput } from './commonInputs.tsx';
import { optionOf, type FieldView } from './view.ts';

/** Decimals that are always shown: of four that a price may have, `0.50` needs two, and `0.0025` all of them. */
const shownDigits = (field: FieldManifest): number => Math.min(optionOf<number>(field, 'scale') ?? 2, 2);

export const decimalView: FieldView = {
  Cell: ({ field, value }) => <NumberCell value={value} digits={shownDigits(field)} />,
  Input: (props) => <NumberInput {...props} precision={optionOf<number>(props.field, 'scale') ?? 2} />,
  width: 120,
  textOf: ({ field, value }) => numberText({ value, digits: shownDigits(field) }),
  align: 'right',
};
