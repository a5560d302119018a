import { Input } from 'antd';
import { useText } from '../table/useText.ts';
import { controlProps, type InputProps } from './view.ts';

/** Written, never read: left empty, the stored one stays. */
export function PasswordInput(props: InputProps) {
  const text = useText();
  const control = controlProps(props);
  return (
    <Input.Password
      {...control}
      autoComplete="new-password"
      placeholder={props.row ? text('keepPassword') : control.placeholder}
      value={(props.value ?? '') as string}
      onChange={(event) => props.onChange?.(event.target.value === '' ? null : event.target.value)}
    />
  );
}
