import { KeyValueInput } from './commonInputs.tsx';
import type { Pair } from './KeyValueInput.tsx';
import { TagList } from './TagList.tsx';
import { dash } from './cells.tsx';
import { isBlank, type CellProps, type FieldView } from './view.ts';

function KeyValueCell({ value }: CellProps) {
  if (isBlank(value)) return dash;
  return (
    <TagList items={(value as Pair[]).map((pair, place) => ({ key: place, label: `${pair.key}: ${pair.value}` }))} />
  );
}

export const keyValueView: FieldView = {
  Cell: KeyValueCell,
  Input: KeyValueInput,
  width: 200,
  group: true,
  wide: true,
};
