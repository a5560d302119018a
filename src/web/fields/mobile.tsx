import { LineInput } from './commonInputs.tsx';
import { TextCell } from './cells.tsx';
import { plainText, type FieldView } from './view.ts';

export const mobileView: FieldView = {
  Cell: TextCell,
  Input: (props) => <LineInput {...props} inputMode="tel" />,
  width: 140,
  textOf: plainText,
};
