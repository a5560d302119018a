import { JsonInput } from './commonInputs.tsx';
import { TextCell } from './cells.tsx';
import type { FieldView } from './view.ts';

export const jsonView: FieldView = { Cell: TextCell, Input: JsonInput, width: 220, wide: true };
