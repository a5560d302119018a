import { dateTimeText } from '#resource';
import { dash } from './TextCell.tsx';
import { MomentInput } from './dateInputs.tsx';
import { isBlank, type CellProps, type FieldView } from './view.ts';

/** Specification §9: `yyyy-mm-dd hh:MM:ss`, `-` when there is none; 0 is how other clients say none. */
function MomentCell({ value }: CellProps) {
  if (isBlank(value) || value === 0) return dash;
  return (
    <time className="cell-number">{typeof value === 'number' ? dateTimeText(value) : String(value as string)}</time>
  );
}

export const datetimeView: FieldView = { Cell: MomentCell, Input: MomentInput, width: 164 };
