import { Checkbox, Select, Tag } from 'antd';
import { dash } from './TextCell.tsx';
import { enumView } from './enum.tsx';
import { choicesOf, itemsOf } from './items.ts';
import { controlProps, isBlank, optionOf, type CellProps, type FieldView, type InputProps } from './view.ts';

function EnumsCell({ field, value }: CellProps) {
  if (isBlank(value)) return dash;
  const items = itemsOf(field);
  return <span className="cell-tags">{(value as string[]).map((key) => <Tag key={key} color={items[key]?.color}>{items[key]?.label ?? key}</Tag>)}</span>;
}

function EnumsInput(props: InputProps) {
  const choices = choicesOf(props.field);
  const value = (props.value ?? []) as string[];
  const control = controlProps(props);
  const asSelect = (optionOf<string>(props.field, 'input') ?? (choices.length > 6 ? 'select' : 'checkbox')) === 'select';
  if (asSelect) return <Select {...control} className="full-width" mode="multiple" allowClear optionFilterProp="label" value={value} onChange={(next: string[]) => props.onChange?.(next)} options={choices} />;
  return (
    <div role="group" aria-label={props.field.label} id={control.id}>
      <Checkbox.Group disabled={control.disabled} value={value} onChange={(next) => props.onChange?.(next)} options={choices} />
    </div>
  );
}

export const enumsView: FieldView = { Cell: EnumsCell, Input: EnumsInput, Filter: enumView.Filter, width: 180, group: true };
