import { Radio, Select, Tag } from 'antd';
import { dash } from './TextCell.tsx';
import { choicesOf, itemsOf } from './items.ts';
import { controlProps, isBlank, optionOf, type CellProps, type FieldView, type InputProps } from './view.ts';

function EnumCell({ field, value }: CellProps) {
  if (isBlank(value)) return dash;
  const item = itemsOf(field)[String(value as string)];
  return <Tag color={item?.color}>{item?.label ?? String(value as string)}</Tag>;
}

function EnumSelect(props: InputProps) {
  return (
    <Select
      {...controlProps(props)}
      className="full-width"
      allowClear={!props.field.required}
      showSearch={choicesOf(props.field).length > 8}
      optionFilterProp="label"
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

const isSelect = (props: InputProps): boolean => (optionOf<string>(props.field, 'input') ?? (choicesOf(props.field).length > 4 ? 'select' : 'radio')) === 'select';

export const enumView: FieldView = {
  Cell: EnumCell,
  Input: (props) => (isSelect(props) ? <EnumSelect {...props} /> : <EnumRadio {...props} />),
  Filter: EnumSelect,
  width: 110,
};
