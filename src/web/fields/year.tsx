import { TextCell } from './cells.tsx';
import { DateChoice } from './datetime.tsx';
import type { FieldView } from './view.ts';

export const yearView: FieldView = {
  Cell: TextCell,
  Input: (props) => <DateChoice {...props} form="year" />,
  width: 80,
};
