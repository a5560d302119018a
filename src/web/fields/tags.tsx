import { Select, Tag } from 'antd';
import { LineInput } from './LineInput.tsx';
import { dash } from './TextCell.tsx';
import { controlProps, isBlank, optionOf, type CellProps, type FieldView, type InputProps } from './view.ts';

function TagsCell({ value }: CellProps) {
  if (isBlank(value)) return dash;
  return <span className="cell-tags">{(value as string[]).map((tag) => <Tag key={tag}>{tag}</Tag>)}</span>;
}

/** Words typed one after another; Enter or a comma ends one. */
export function TagsInput(props: InputProps) {
  return (
    <Select
      {...controlProps(props)}
      className="full-width"
      mode="tags"
      open={false}
      suffixIcon={null}
      allowClear
      tokenSeparators={[',', '，', '\n']}
      maxCount={optionOf<number>(props.field, 'limit')}
      value={(props.value ?? []) as string[]}
      onChange={(next: string[]) => props.onChange?.([...new Set(next.map((each) => each.trim()).filter(Boolean))])}
    />
  );
}

export const tagsView: FieldView = { Cell: TagsCell, Input: TagsInput, Filter: LineInput, width: 180 };
