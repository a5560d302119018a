import { LineInput, TagsInput } from './commonInputs.tsx';
import { TagList } from './TagList.tsx';
import { dash } from './cells.tsx';
import { isBlank, type CellProps, type FieldView } from './view.ts';

function TagsCell({ value }: CellProps) {
  if (isBlank(value)) return dash;
  return <TagList items={(value as string[]).map((tag) => ({ key: tag, label: tag }))} />;
}

export const tagsView: FieldView = { Cell: TagsCell, Input: TagsInput, Filter: LineInput, width: 160 };
