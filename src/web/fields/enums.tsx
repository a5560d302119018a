import { Tag } from 'antd';
import { EnumsInput } from './commonInputs.tsx';
import { dash } from './TextCell.tsx';
import { enumView } from './enum.tsx';
import { itemsOf } from './items.ts';
import { isBlank, type CellProps, type FieldView } from './view.ts';

function EnumsCell({ field, value }: CellProps) {
  if (isBlank(value)) return dash;
  const items = itemsOf(field);
  return <span className="cell-tags">{(value as string[]).map((key) => <Tag key={key} color={items[key]?.color}>{items[key]?.label ?? key}</Tag>)}</span>;
}

export const enumsView: FieldView = { Cell: EnumsCell, Input: EnumsInput, Filter: enumView.Filter, width: 180, group: true };
