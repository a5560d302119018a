import { EnumsInput } from './commonInputs.tsx';
import { TagList } from './TagList.tsx';
import { dash } from './cells.tsx';
import { enumView } from './enum.tsx';
import { isBlank, itemsOf, type CellProps, type FieldView } from './view.ts';

function EnumsCell({ field, value }: CellProps) {
  if (isBlank(value)) return dash;
  const items = itemsOf(field);
  return (
    <TagList
      items={(value as string[]).map((key) => ({ key, label: items[key]?.label ?? key, color: items[key]?.color }))}
    />
  );
}

export const enumsView: FieldView = {
  Cell: EnumsCell,
  Input: EnumsInput,
  Filter: enumView.Filter,
  width: 160,
  group: true,
};
