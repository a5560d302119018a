import { Tag } from 'antd';
import { KeyValueInput } from './commonInputs.tsx';
import type { Pair } from './KeyValueInput.tsx';
import { dash } from './TextCell.tsx';
import { isBlank, type CellProps, type FieldView } from './view.ts';

function KeyValueCell({ value }: CellProps) {
  if (isBlank(value)) return dash;
  return <span className="cell-tags">{(value as Pair[]).map((pair, place) => <Tag key={place}>{pair.key}: {pair.value}</Tag>)}</span>;
}

export const keyValueView: FieldView = { Cell: KeyValueCell, Input: KeyValueInput, width: 200, group: true, wide: true };
