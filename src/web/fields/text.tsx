import { LineInput, PasswordInput } from './commonInputs.tsx';
import { TextCell } from './cells.tsx';
import type { FieldView } from './view.ts';

export const textView: FieldView = {
  Cell: TextCell,
  Input: (props) =>
    props.field.writable && !props.field.readable ? <PasswordInput {...props} clearable /> : <LineInput {...props} />,
  Filter: LineInput,
  width: 120,
};
