import { Input } from 'antd';
import { LineInput } from './LineInput.tsx';
import { TextCell } from './TextCell.tsx';
import { controlProps, optionOf, type FieldView, type InputProps } from './view.ts';

function TextareaInput(props: InputProps) {
  const rows = optionOf<number>(props.field, 'rows') ?? 4;
  return (
    <Input.TextArea
      {...controlProps(props)}
      autoSize={{ minRows: rows, maxRows: Math.max(rows, 16) }}
      value={(props.value ?? '') as string}
      onChange={(event) => props.onChange?.(event.target.value === '' ? null : event.target.value)}
    />
  );
}

export const textareaView: FieldView = { Cell: TextCell, Input: TextareaInput, Filter: LineInput, width: 240, wide: true, multiline: true };
