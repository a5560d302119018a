import { adminRealm } from '../realms/admin.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { RemoteSelect } from './commonInputs.tsx';
import { dash } from './cells.tsx';
import { titleOf, type RelatedRow } from './useRelated.ts';
import { lazyInput } from './lazyInput.tsx';
import { WithCreate } from './WithCreate.tsx';
import { isBlank, type CellProps, type FieldView, type InputProps, type OtherRow } from './view.ts';

const TreeChoice = lazyInput<InputProps>(async () => (await import('./TreeInput.tsx')).TreeInput);

const LevelChoice = lazyInput<InputProps>(async () => (await import('./LevelInput.tsx')).LevelInput);

type Value = Pick<CellProps, 'field' | 'value' | 'row'>;

/** The other row by its name; its id when the caller may not read the name. */
const nameIn = (props: Value): string => othersIn(props)[0]?.label ?? `#${String(props.value as number)}`;

/** The other row, where the caller may read it. */
function othersIn({ field: { relation }, row }: Value): readonly OtherRow[] {
  const other = relation && (row[relation.name] as RelatedRow | null | undefined);
  return other ? [{ id: other.id, label: titleOf(other, relation.title) }] : [];
}

const BelongsToCell = (props: CellProps) =>
  isBlank(props.value) || props.value === 0 ? dash : <span className="cell-text">{nameIn(props)}</span>;

/** Level by level where the tree says so, and the page is one of the back office, which has the call for it. */
const isLevelled = (props: InputProps, isAdmin: boolean): boolean =>
  isAdmin && props.field.relation?.levels !== undefined;

const BelongsToInput = (props: InputProps) => (
  <WithCreate {...props} onMade={(id) => props.onChange?.(id)}>
    <Chooser {...props} />
  </WithCreate>
);

function Chooser(props: InputProps) {
  const isAdmin = useRealm() === adminRealm;
  if (isLevelled(props, isAdmin)) return <LevelChoice {...props} />;
  return props.field.relation?.tree ? <TreeChoice {...props} /> : <RemoteSelect {...props} />;
}

function BelongsToFilter(props: InputProps) {
  const isAdmin = useRealm() === adminRealm;
  return isLevelled(props, isAdmin) ? <LevelChoice {...props} /> : <RemoteSelect {...props} />;
}

/** For `IN`. */
const SeveralRows = (props: InputProps) => <RemoteSelect {...props} multiple />;

export const belongsToView: FieldView = {
  Cell: BelongsToCell,
  Input: BelongsToInput,
  Filter: BelongsToFilter,
  Several: SeveralRows,
  width: 150,
  textOf: nameIn,
  others: othersIn,
};
