import { Input, type InputProps as AntdInputProps } from 'antd';
import { useText } from '../settings/useText.ts';
import { FileDrop } from './FileDrop.tsx';
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

/** Several lines of text, as high as they are. */
export function TextareaInput(props: InputProps) {
  const rows = optionOf<number>(props.field, 'rows') ?? 4;
  const value = (props.value ?? '') as string;
  const insert = (address: string): void => {
    const at = (document.getElementById(props.id ?? '') as HTMLTextAreaElement | null)?.selectionEnd ?? value.length;
    props.onChange?.(value.slice(0, at) + address + value.slice(at));
  };
  return (
    <FileDrop input={props} onFile={insert} picks={false}>
      <Input.TextArea
        {...controlProps(props)}
        autoSize={{ minRows: rows, maxRows: Math.max(rows, 16) }}
        value={value}
        onChange={(event) => props.onChange?.(event.target.value === '' ? null : event.target.value)}
      />
    </FileDrop>
  );
}

/** The address of a file or picture, of the web or of this site, with an example of one. */
export function FileAddressInput(props: InputProps) {
  const text = useText();
  return (
    <FileDrop input={props} room={1} onFile={(address) => props.onChange?.(address)}>
      <LineInput
        {...props}
        inputMode="url"
        placeholder={props.placeholder ?? props.field.placeholder ?? text('fileAddress')}
      />
    </FileDrop>
  );
}
