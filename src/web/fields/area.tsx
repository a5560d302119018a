import { dash } from './cells.tsx';
import { lazyInput } from './lazyInput.tsx';
import { isBlank, type CellProps, type FieldView, type InputProps } from './view.ts';

/** Names stand beside the codes as `<field>_text` where the server knows them. */
function AreaCell({ field, value, row }: CellProps) {
  if (isBlank(value)) return dash;
  const names = row[`${field.name}_text`];
  return (
    <span className="cell-text">{typeof names === 'string' && names ? names : (value as string[]).join(' / ')}</span>
  );
}

const AreaCascader = lazyInput<InputProps & { single?: boolean }>(
  async () => (await import('./AreaInput.tsx')).AreaInput,
);

export const areaView: FieldView = {
  Cell: AreaCell,
  Input: AreaCascader,
  Filter: (props) => <AreaCascader {...props} single />,
  width: 200,
};
