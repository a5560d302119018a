import { Tag } from 'antd';
import { LineInput, TagsInput } from './commonInputs.tsx';
import { dash } from './TextCell.tsx';
import { isBlank, type CellProps, type FieldView } from './view.ts';

function TagsCell({ value }: CellProps) {
  if (isBlank(value)) return dash;
  return <span className="cell-tags">{(value as string[]).map((tag) => <Tag key={tag}>{tag}</Tag>)}</span>;
}

export const tagsView: FieldView = { Cell: TagsCell, Input: TagsInput, Filter: LineInput, width: 180 };
