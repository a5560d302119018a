import { LineInput } from './commonInputs.tsx';
import { dash } from './cells.tsx';
import { isBlank, plainText, type CellProps, type FieldView } from './view.ts';
import './cells.css';

/** On two lines, of the name and of where it is, before anything is cut. */
function EmailCell({ value }: CellProps) {
  if (isBlank(value)) return dash;
  const [name, ...place] = String(value as string).split(/(?<=@)/);
  return (
    <span className="cell-email">
      {name}
      <wbr />
      {place.join('')}
    </span>
  );
}

export const emailView: FieldView = {
  Cell: EmailCell,
  Input: (props) => <LineInput {...props} inputMode="email" />,
  width: 140,
  textOf: plainText,
};
