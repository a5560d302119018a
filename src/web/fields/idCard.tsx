import { LineInput } from './commonInputs.tsx';
import { TextCell } from './cells.tsx';
import type { FieldView } from './view.ts';

export const idCardView: FieldView = { Cell: TextCell, Input: LineInput, width: 190 };
