import { Input } from 'antd';
import type { ComponentType } from 'react';
import type { InputProps } from '#web';
import { FileField } from './FileField.tsx';
import type { FieldKind } from './useFieldFiles.ts';

/** The input of a kind of files; where a list is filtered, a line for an address or a part of it. */
export const fileInput = (kind: FieldKind): ComponentType<InputProps> =>
  function FileInput(props) {
    return props.table === undefined ? <AddressLine {...props} /> : <FileField {...props} {...kind} />;
  };

function AddressLine({ id, value, disabled, placeholder, onChange, onBlur, ...props }: InputProps) {
  return (
    <Input
      id={id}
      allowClear
      inputMode="url"
      disabled={disabled}
      placeholder={placeholder}
      aria-label={props['aria-label']}
      value={typeof value === 'string' ? value : ''}
      onBlur={onBlur}
      onChange={({ target }) => onChange?.(target.value === '' ? null : target.value)}
    />
  );
}
