import { Tag } from 'antd';
import { useText } from '../settings/useText.ts';
import { BoolFilter, BoolInput } from './commonInputs.tsx';
import type { CellProps, FieldView } from './view.ts';

function BoolCell({ value }: CellProps) {
  const text = useText();
  return value === 1 ? <Tag color="green">{text('yes')}</Tag> : <Tag>{text('no')}</Tag>;
}

export const boolView: FieldView = { Cell: BoolCell, Input: BoolInput, Filter: BoolFilter, width: 90, align: 'center' };
