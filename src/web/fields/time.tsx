import { TextCell } from './cells.tsx';
import { DateChoice } from './datetime.tsx';
import type { FieldView } from './view.ts';

export const timeView: FieldView = {
  Cell: TextCell,
  Input: (props) => <DateChoice {...props} form="time" />,
  width: 100,
};
