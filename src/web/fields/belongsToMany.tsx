import { RemoteSelect } from './commonInputs.tsx';
import { TagList } from './TagList.tsx';
import { tagsText } from './tagsText.ts';
import { dash } from './cells.tsx';
import { lazyInput } from './lazyInput.tsx';
import { WithCreate } from './WithCreate.tsx';
import { titleOf, type RelatedRow } from './useRelated.ts';
import { isBlank, type CellProps, type FieldView, type InputProps, type OtherRow } from './view.ts';

const Ticks = lazyInput<InputProps>(async () => (await import('./TreeTicks.tsx')).TreeTicks, 240);

type Value = Pick<CellProps, 'field' | 'value' | 'row'>;

const isRow = (each: unknown): each is RelatedRow => typeof each === 'object' && each !== null;

/** The other rows, with their names beside their ids in the row under the relation's name. */
function othersIn({ field: { relation }, value, row }: Value): readonly OtherRow[] {
  const beside = row[relation?.name ?? ''];
  const named = new Map((Array.isArray(beside) ? beside.filter(isRow) : []).map((each) => [each.id, each]));
  return ((value ?? []) as readonly (number | RelatedRow)[]).map((each) => {
    const other = isRow(each) ? each : named.get(each);
    return other ? { id: other.id, label: titleOf(other, relation?.title ?? 'name') } : { id: each as number };
  });
}

/** The other rows by their names, or else as `#id`. */
const namedIn = (props: Value) => othersIn(props).map(({ id, label = `#${id}` }) => ({ key: id, label }));

const BelongsToManyCell = (props: CellProps) => (isBlank(props.value) ? dash : <TagList items={namedIn(props)} />);

const BelongsToManyInput = (props: InputProps) => (
  <WithCreate {...props} onMade={(id) => props.onChange?.([...((props.value ?? []) as readonly number[]), id])}>
    {props.field.relation?.tree ? (
      <Ticks {...props} />
    ) : (
      <RemoteSelect aria-label={props.field.label} {...props} multiple />
    )}
  </WithCreate>
);

export const belongsToManyView: FieldView = {
  Cell: BelongsToManyCell,
  Input: BelongsToManyInput,
  Filter: (props) => <RemoteSelect {...props} multiple={Array.isArray(props.value)} />,
  width: 150,
  textOf: (props) => tagsText(namedIn(props).map(({ label }) => label)),
  others: othersIn,
  group: true,
};
