import { Radio, Select } from 'antd';
import { choicesOf } from './items.ts';
import { controlProps, optionOf, selectProps, type InputProps } from './view.ts';

/** One of the values: buttons where they are few, else a list. */
export const EnumInput = (props: InputProps) =>
  isSelect(props) ? <EnumSelect {...props} /> : <EnumRadio {...props} />;

export function EnumSelect(props: InputProps) {
  return (
    <Select
      {...selectProps(props)}
      className="full-width"
      allowClear={!props.field.required}
      showSearch={choicesOf(props.field).length > 8 && { optionFilterProp: 'label' }}
      value={(props.value ?? undefined) as string | undefined}
      onChange={(value: string | undefined) => props.onChange?.(value ?? null)}
      options={choicesOf(props.field)}
    />
  );
}

function EnumRadio(props: InputProps) {
  const { id, disabled } = controlProps(props);
  return (
    <Radio.Group
      id={id}
      disabled={disabled}
      aria-label={props.field.label}
      value={props.value}
      onChange={(event) => props.onChange?.(event.target.value)}
      options={choicesOf(props.field)}
    />
  );
}

const isSelect = (props: InputProps): boolean =>
  (optionOf<string>(props.field, 'input') ?? (choicesOf(props.field).length > 4 ? 'select' : 'radio')) === 'select';
