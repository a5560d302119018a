import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useText } from '../settings/useText.ts';
import { controlProps, type InputProps } from './view.ts';

export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** Pairs of a name and a text, one a line. */
export function KeyValueInput(props: InputProps) {
  const text = useText();
  const { id, disabled } = controlProps(props);
  const pairs = (props.value ?? []) as readonly Pair[];
  const change = (place: number, part: Partial<Pair>): void =>
    props.onChange?.(pairs.map((pair, other) => (other === place ? { ...pair, ...part } : pair)));
  return (
    <div id={id} role="group" aria-label={props.field.label} className="key-values">
      {pairs.map((pair, place) => (
        <Space.Compact key={place} className="full-width">
          <Input
            disabled={disabled}
            value={pair.key}
            placeholder={text('pairKey')}
            aria-label={`${text('pairKey')} ${place + 1}`}
            onChange={(event) => change(place, { key: event.target.value })}
          />
          <Input
            disabled={disabled}
            value={pair.value}
            placeholder={text('pairValue')}
            aria-label={`${text('pairValue')} ${place + 1}`}
            onChange={(event) => change(place, { value: event.target.value })}
          />
          <Button
            disabled={disabled}
            aria-label={`${text('removeItem')} ${place + 1}`}
            icon={<DeleteOutlined />}
            onClick={() => props.onChange?.(pairs.filter((_, other) => other !== place))}
          />
        </Space.Compact>
      ))}
      <Button
        type="dashed"
        block
        disabled={disabled}
        icon={<PlusOutlined />}
        onClick={() => props.onChange?.([...pairs, { key: '', value: '' }])}
      >
        {text('addItem')}
      </Button>
    </div>
  );
}
