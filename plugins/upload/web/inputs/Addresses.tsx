import { Button, Input, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '#web';
import type { FieldKind } from './useFieldFiles.ts';

interface Props extends InputProps, FieldKind {
  readonly addresses: readonly string[];
  readonly room: number;
  readonly onAdd: (addresses: readonly string[]) => void;
}

/** The address of a file that lies elsewhere, typed: of one file as it is, of several one more. */
export function Addresses({ many, value, onChange, onBlur, field, room, onAdd, ...props }: Props) {
  const { t } = useTranslation('upload');
  const [typed, setTyped] = useState('');
  const label = { 'aria-label': t('input.addressOf', { field: field.label }), placeholder: t('input.addressHint') };
  if (!many)
    return (
      <Input
        {...label}
        autoFocus
        allowClear
        inputMode="url"
        aria-invalid={props['aria-invalid']}
        value={(value ?? '') as string}
        onBlur={onBlur}
        onChange={({ target }) => onChange?.(target.value === '' ? null : target.value)}
      />
    );
  const add = (): void => {
    const address = typed.trim();
    if (!address) return;
    onAdd([address]);
    setTyped('');
  };
  return (
    <Space.Compact className="full-width">
      <Input
        {...label}
        autoFocus
        inputMode="url"
        disabled={room === 0}
        value={typed}
        onBlur={onBlur}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          add();
        }}
      />
      <Button disabled={room === 0 || !typed.trim()} onClick={add}>
        {t('input.addAddress')}
      </Button>
    </Space.Compact>
  );
}
