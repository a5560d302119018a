import { DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useText } from '../settings/useText.ts';
import { isUnset } from './unset.ts';
import { clearedSecret, controlProps, type InputProps } from './view.ts';

/**
 * Written, never read: left empty, the stored one stays. `clearable`: it may be taken away where there need not be any.
 */
export function PasswordInput({ clearable = false, ...props }: InputProps & { clearable?: boolean }) {
  const text = useText();
  const { row, field, value, onChange } = props;
  const control = controlProps(props);
  const isCleared = value === clearedSecret;
  const isKept = row !== undefined && !isUnset(row, field.name);
  const input = (
    <Input.Password
      {...control}
      autoComplete="new-password"
      placeholder={isCleared ? text('secretCleared') : isKept ? text('keepPassword') : control.placeholder}
      value={(value ?? '') as string}
      onChange={(event) => onChange?.(event.target.value === '' ? null : event.target.value)}
    />
  );
  if (!isKept || field.required || !clearable) return input;
  const clear = text('clearSecret');
  return (
    <Space.Compact block>
      {input}
      <Button
        icon={<DeleteOutlined />}
        title={clear}
        aria-label={text('common:named', { name: clear, value: field.label })}
        aria-pressed={isCleared}
        disabled={control.disabled ?? false}
        onClick={() => onChange?.(isCleared ? null : clearedSecret)}
      />
    </Space.Compact>
  );
}
