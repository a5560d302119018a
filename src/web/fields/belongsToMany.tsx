import { RemoteSelect } from './commonInputs.tsx';
import { TagList } from './TagList.tsx';
import { dash } from './cells.tsx';
import { lazyInput } from './lazyInput.tsx';
import { WithCreate } from './WithCreate.tsx';
import { titleOf, type RelatedRow } from './useRelated.ts';
import { isBlank, type CellProps, type FieldView, type InputProps } from './view.ts';

const Ticks = lazyInput<InputProps>(async () => (await import('./TreeTicks.tsx')).TreeTicks, 240);

/** The other rows by their names: beside the ids in the row under the relation's name, or else as `#id`. */
function BelongsToManyCell({ field, value, row }: CellProps) {
  if (isBlank(value)) return dash;
  const ids = value as readonly (number | RelatedRow)[];
  const beside = row[field.relation?.name ?? ''];
  const others = new Map(
    (Array.isArray(beside) ? (beside as unknown[]) : [])
      .filter((each): each is RelatedRow => typeof each === 'object' && each !== null)
      .map((each) => [each.id, each]),
  );
  const labelOf = (each: number | RelatedRow): string => {
    const other = typeof each === 'object' ? each : others.get(each);
    return other ? titleOf(other, field.relation?.title ?? 'name') : `#${each as number}`;
  };
  return (
    <TagList items={ids.map((each) => ({ key: typeof each === 'object' ? each.id : each, label: labelOf(each) }))} />
  );
}

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
  group: true,
};
