import { TextCell } from './TextCell.tsx';
import { DayInput } from './dateInputs.tsx';
import type { FieldView } from './view.ts';

export const dateView: FieldView = { Cell: TextCell, Input: DayInput, width: 120 };
