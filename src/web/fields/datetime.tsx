import { dateTimeText } from '#resource';
import { dash } from './cells.tsx';
import type { DateForm } from './DateInput.tsx';
import { lazyInput } from './lazyInput.tsx';
import { isBlank, type CellProps, type FieldView, type InputProps } from './view.ts';

/** The input of days, times, moments and years: the pickers are loaded with the first of them. */
export const DateChoice = lazyInput<InputProps & { form: DateForm }>(
  async () => (await import('./DateInput.tsx')).DateInput,
);

/** Specification §9: `yyyy-mm-dd hh:MM:ss`, `-` when there is none; 0 is how other clients say none. */
function MomentCell({ value }: CellProps) {
  if (isBlank(value) || value === 0) return dash;
  return (
    <time className="cell-number">{typeof value === 'number' ? dateTimeText(value) : String(value as string)}</time>
  );
}

export const datetimeView: FieldView = {
  Cell: MomentCell,
  Input: (props) => <DateChoice {...props} form="datetime" />,
  width: 164,
};
