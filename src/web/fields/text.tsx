import { LineInput, PasswordInput } from './commonInputs.tsx';
import { TextCell, WholeTextCell } from './cells.tsx';
import { optionOf, plainText, type FieldView } from './view.ts';

const wraps: FieldView['wraps'] = (field) => optionOf<boolean>(field, 'wrap') === true;

export const textView: FieldView = {
  Cell: (props) => (wraps(props.field) ? <WholeTextCell {...props} /> : <TextCell {...props} />),
  Whole: WholeTextCell,
  Input: (props) =>
    props.field.writable && !props.field.readable ? <PasswordInput {...props} clearable /> : <LineInput {...props} />,
  Filter: LineInput,
  width: 120,
  textOf: plainText,
  wraps,
};
