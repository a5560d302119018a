import { TextCell } from './TextCell.tsx';
import { YearInput } from './dateInputs.tsx';
import type { FieldView } from './view.ts';

export const yearView: FieldView = { Cell: TextCell, Input: YearInput, width: 80 };
