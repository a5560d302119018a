import { RemoteSelect } from './commonInputs.tsx';
import { dash } from './cells.tsx';
import { titleOf, type RelatedRow } from './useRelated.ts';
import { lazyInput } from './lazyInput.tsx';
import { isBlank, type CellProps, type FieldView, type InputProps } from './view.ts';

const TreeChoice = lazyInput<InputProps>(async () => (await import('./TreeInput.tsx')).TreeInput);

/** The other row by its name; its id when the caller may not read the name. */
function BelongsToCell({ field, value, row }: CellProps) {
  if (isBlank(value) || value === 0) return dash;
  const other = field.relation && (row[field.relation.name] as RelatedRow | null | undefined);
  return (
    <span className="cell-text">
      {other && field.relation ? titleOf(other, field.relation.title) : `#${String(value as number)}`}
    </span>
  );
}

const BelongsToInput = (props: InputProps) =>
  props.field.relation?.tree ? <TreeChoice {...props} /> : <RemoteSelect {...props} />;

/** For `IN`. */
const SeveralRows = (props: InputProps) => <RemoteSelect {...props} multiple />;

export const belongsToView: FieldView = {
  Cell: BelongsToCell,
  Input: BelongsToInput,
  Filter: RemoteSelect,
  Several: SeveralRows,
  width: 150,
};
