import { LineInput, TextareaInput } from './commonInputs.tsx';
import { TextCell, WholeTextCell } from './cells.tsx';
import { plainText, type FieldView } from './view.ts';

export const textareaView: FieldView = {
  Cell: TextCell,
  Whole: WholeTextCell,
  Input: TextareaInput,
  Filter: LineInput,
  width: 180,
  textOf: plainText,
  wide: true,
};
