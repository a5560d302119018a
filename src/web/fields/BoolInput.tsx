import { Select, Switch } from 'antd';
import { useText } from '../settings/useText.ts';
import { controlProps, type InputProps } from './view.ts';

export function BoolInput(props: InputProps) {
  const { id, disabled, ...aria } = controlProps(props);
  return (
    <Switch
      id={id}
      disabled={disabled}
      aria-label={aria['aria-label'] ?? props.field.label}
      checked={props.value === 1}
      onChange={(on) => props.onChange?.(on ? 1 : 0)}
    />
  );
}

export function BoolFilter(props: InputProps) {
  const text = useText();
  return (
    <Select
      {...controlProps(props)}
      className="full-width"
      allowClear
      value={props.value as number | undefined}
      onChange={(value: number | undefined) => props.onChange?.(value ?? null)}
      options={[
        { value: 1, label: text('yes') },
        { value: 0, label: text('no') },
      ]}
    />
  );
}
