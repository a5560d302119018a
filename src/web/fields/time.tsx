import { TextCell } from './TextCell.tsx';
import { TimeInput } from './dateInputs.tsx';
import type { FieldView } from './view.ts';

export const timeView: FieldView = { Cell: TextCell, Input: TimeInput, width: 100 };
