import { Select, Switch, Tag } from 'antd';
import { useText } from '../table/useText.ts';
import { controlProps, type CellProps, type FieldView, type InputProps } from './view.ts';

function BoolCell({ value }: CellProps) {
  const text = useText();
  return value === 1 ? <Tag color="green">{text('yes')}</Tag> : <Tag>{text('no')}</Tag>;
}

function BoolInput(props: InputProps) {
  const { id, disabled, ...aria } = controlProps(props);
  return <Switch id={id} disabled={disabled} aria-label={aria['aria-label'] ?? props.field.label} checked={props.value === 1} onChange={(on) => props.onChange?.(on ? 1 : 0)} />;
}

function BoolFilter(props: InputProps) {
  const text = useText();
  return (
    <Select
      {...controlProps(props)}
      className="full-width"
      allowClear
      value={props.value as number | undefined}
      onChange={(value: number | undefined) => props.onChange?.(value ?? null)}
      options={[{ value: 1, label: text('yes') }, { value: 0, label: text('no') }]}
    />
  );
}

export const boolView: FieldView = { Cell: BoolCell, Input: BoolInput, Filter: BoolFilter, width: 90, align: 'center' };
