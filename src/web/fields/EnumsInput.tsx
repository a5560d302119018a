import { Checkbox, Select } from 'antd';
import { choicesOf } from './items.ts';
import { optionOf, selectProps, type InputProps } from './view.ts';

/** Several of the values: boxes where they are few, else a list. */
export function EnumsInput(props: InputProps) {
  const choices = choicesOf(props.field);
  const value = (props.value ?? []) as string[];
  const control = selectProps(props);
  const asSelect =
    (optionOf<string>(props.field, 'input') ?? (choices.length > 6 ? 'select' : 'checkbox')) === 'select';
  if (asSelect)
    return (
      <Select
        {...control}
        className="full-width"
        mode="multiple"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        value={value}
        onChange={(next: string[]) => props.onChange?.(next)}
        options={choices}
      />
    );
  return (
    <div role="group" aria-label={props.field.label} id={control.id}>
      <Checkbox.Group
        disabled={control.disabled}
        value={value}
        onChange={(next) => props.onChange?.(next)}
        options={choices}
      />
    </div>
  );
}
