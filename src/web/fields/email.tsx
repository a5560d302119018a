import { LineInput } from './commonInputs.tsx';
import { TextCell } from './cells.tsx';
import { plainText, type FieldView } from './view.ts';

export const emailView: FieldView = {
  Cell: TextCell,
  Input: (props) => <LineInput {...props} inputMode="email" />,
  width: 140,
  textOf: plainText,
};
