import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useText } from '../settings/useText.ts';
import { FileDrop } from './FileDrop.tsx';
import { PictureCell } from './PictureCell.tsx';
import { safeAddress } from './safeAddress.ts';
import { controlProps, optionOf, type InputProps } from './view.ts';

/** Addresses of files or pictures, one a line, in an order that can be changed. */
export function AddressesInput({ pictures = false, ...props }: InputProps & { pictures?: boolean }) {
  const text = useText();
  const { id, disabled } = controlProps(props);
  const addresses = (props.value ?? []) as readonly string[];
  const move = (from: number, to: number): void => {
    const next = [...addresses];
    next.splice(to, 0, ...next.splice(from, 1));
    props.onChange?.(next);
  };
  const limit = optionOf<number>(props.field, 'limit') ?? 20;
  const add = (address: string): void => props.onChange?.([...addresses.filter(Boolean), address]);
  const controls = (
    <div id={id} role="group" aria-label={props.field.label} className="key-values">
      {addresses.map((address, place) => (
        <Space.Compact key={place} className="full-width">
          <Input
            disabled={disabled}
            inputMode="url"
            placeholder={props.field.placeholder ?? text('fileAddress')}
            value={address}
            aria-label={`${props.field.label} ${place + 1}`}
            onChange={(event) =>
              props.onChange?.(addresses.map((each, other) => (other === place ? event.target.value : each)))
            }
          />
          <Button
            disabled={disabled || place === 0}
            aria-label={`${text('moveUp')} ${place + 1}`}
            icon={<ArrowUpOutlined />}
            onClick={() => move(place, place - 1)}
          />
          <Button
            disabled={disabled || place === addresses.length - 1}
            aria-label={`${text('moveDown')} ${place + 1}`}
            icon={<ArrowDownOutlined />}
            onClick={() => move(place, place + 1)}
          />
          <Button
            disabled={disabled}
            aria-label={`${text('removeItem')} ${place + 1}`}
            icon={<DeleteOutlined />}
            onClick={() => props.onChange?.(addresses.filter((_, other) => other !== place))}
          />
        </Space.Compact>
      ))}
      {pictures && addresses.some(safeAddress) && <PictureCell addresses={addresses} />}
      <Button
        type="dashed"
        block
        disabled={disabled || addresses.length >= limit}
        icon={<PlusOutlined />}
        onClick={() => props.onChange?.([...addresses, ''])}
      >
        {text('addItem')}
      </Button>
    </div>
  );
  return (
    <FileDrop input={props} room={limit - addresses.filter(Boolean).length} onFile={add}>
      {controls}
    </FileDrop>
  );
}
