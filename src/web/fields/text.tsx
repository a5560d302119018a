import { LineInput } from './commonInputs.tsx';
import { TextCell } from './TextCell.tsx';
import type { FieldView } from './view.ts';

export const textView: FieldView = { Cell: TextCell, Input: LineInput, width: 200 };
