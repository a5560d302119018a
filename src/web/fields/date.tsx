import { TextCell } from './cells.tsx';
import { DateChoice } from './datetime.tsx';
import type { FieldView } from './view.ts';

export const dateView: FieldView = {
  Cell: TextCell,
  Input: (props) => <DateChoice {...props} form="date" />,
  width: 120,
};
