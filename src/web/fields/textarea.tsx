import { LineInput, TextareaInput } from './commonInputs.tsx';
import { TextCell } from './cells.tsx';
import { plainText, type FieldView } from './view.ts';

export const textareaView: FieldView = {
  Cell: TextCell,
  Input: TextareaInput,
  Filter: LineInput,
  width: 180,
  textOf: plainText,
  wide: true,
};
