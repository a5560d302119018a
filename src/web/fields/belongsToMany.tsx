import { Tag } from 'antd';
import { RemoteSelect } from './commonInputs.tsx';
import { dash } from './TextCell.tsx';
import { lazyInput } from './lazyInput.tsx';
import { titleOf, type RelatedRow } from './useRelated.ts';
import { isBlank, type CellProps, type FieldView, type InputProps } from './view.ts';

const Ticks = lazyInput<InputProps>(async () => (await import('./TreeTicks.tsx')).TreeTicks, 240);

/** The other rows by their names: beside the ids in the row under the relation's name, or else as `#id`. */
function BelongsToManyCell({ field, value, row }: CellProps) {
  if (isBlank(value)) return dash;
  const ids = value as readonly (number | RelatedRow)[];
  const beside = row[field.relation?.name ?? ''];
  const others = new Map((Array.isArray(beside) ? (beside as unknown[]) : []).filter((each): each is RelatedRow => typeof each === 'object' && each !== null).map((each) => [each.id, each]));
  return (
    <span className="cell-tags">
      {ids.slice(0, 5).map((each) => {
        const other = typeof each === 'object' ? each : others.get(each);
        const id = typeof each === 'object' ? each.id : each;
        return <Tag key={id}>{other ? titleOf(other, field.relation?.title ?? 'name') : `#${id}`}</Tag>;
      })}
      {ids.length > 5 && <span className="cell-more">+{ids.length - 5}</span>}
    </span>
  );
}

const BelongsToManyInput = (props: InputProps) => (props.field.relation?.tree ? <Ticks {...props} /> : <RemoteSelect {...props} multiple />);

export const belongsToManyView: FieldView = {
  Cell: BelongsToManyCell,
  Input: BelongsToManyInput,
  Filter: (props) => <RemoteSelect {...props} multiple={Array.isArray(props.value)} />,
  width: 200,
  group: true,
};
