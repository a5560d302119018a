import { Input } from 'antd';
import { controlProps, optionOf, type InputProps } from './view.ts';

/** Several lines of text, as high as they are. */
export function TextareaInput(props: InputProps) {
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
