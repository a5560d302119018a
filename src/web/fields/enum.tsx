import { Tag } from 'antd';
import { EnumInput, EnumSelect } from './commonInputs.tsx';
import { dash } from './TextCell.tsx';
import { itemsOf } from './items.ts';
import { isBlank, type CellProps, type FieldView } from './view.ts';

function EnumCell({ field, value }: CellProps) {
  if (isBlank(value)) return dash;
  const item = itemsOf(field)[String(value as string)];
  return <Tag color={item?.color}>{item?.label ?? String(value as string)}</Tag>;
}

export const enumView: FieldView = { Cell: EnumCell, Input: EnumInput, Filter: EnumSelect, width: 110 };
