import { ColorPicker } from 'antd';
import { useText } from '../settings/useText.ts';
import { controlProps, type InputProps } from './view.ts';

const presets = [
  '#f5222d',
  '#fa8c16',
  '#fadb14',
  '#52c41a',
  '#13c2c2',
  '#1677ff',
  '#722ed1',
  '#eb2f96',
  '#000000',
  '#8c8c8c',
  '#ffffff',
];

export function ColorInput(props: InputProps) {
  const text = useText();
  const { id, disabled } = controlProps(props);
  return (
    <span id={id} role="group" aria-label={props.field.label}>
      <ColorPicker
        disabled={disabled}
        value={(props.value ?? null) as string | null}
        allowClear={!props.field.required}
        showText
        presets={[{ label: text('presetColors'), colors: presets, key: 'presets' }]}
        onChangeComplete={(color) => props.onChange?.(color.toHexString().toLowerCase())}
        onClear={() => props.onChange?.(null)}
      />
    </span>
  );
}
