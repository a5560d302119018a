import { Input, type InputProps as AntdInputProps } from 'antd';
import { controlProps, optionOf, type InputProps } from './view.ts';

/** One line of text; a cleared input is null. */
export function LineInput({
  type,
  inputMode,
  autoComplete,
  prefix,
  ...props
}: InputProps & Pick<AntdInputProps, 'type' | 'inputMode' | 'autoComplete' | 'prefix'>) {
  const { field, value, onChange } = props;
  const max = optionOf<number>(field, 'max');
  return (
    <Input
      {...controlProps(props)}
      type={type}
      inputMode={inputMode}
      autoComplete={autoComplete ?? 'off'}
      prefix={prefix}
      allowClear
      count={max !== undefined && max <= 200 ? { show: true, max, strategy: (text) => [...text].length } : undefined}
      value={(value ?? '') as string}
      onChange={(event) => onChange?.(event.target.value === '' ? null : event.target.value)}
    />
  );
}
