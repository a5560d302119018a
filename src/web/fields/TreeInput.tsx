import { TreeChoice } from '../components/TreeChoice.tsx';
import { useTree, titleOf, type RelatedRow } from './useRelated.ts';
import { selectProps, type InputProps } from './view.ts';

interface Node {
  readonly value: number;
  readonly title: string;
  readonly disabled?: boolean;
  readonly children: Node[];
}

/** One row of a tree; with `withoutOwn` neither the row of the form nor one below it. */
export function TreeInput({ withoutOwn = false, ...props }: InputProps & { withoutOwn?: boolean }) {
  const { field, value, row } = props;
  const relation = field.relation!;
  const { data = [], isFetching } = useTree(relation);
  const self = withoutOwn ? row?.id : undefined;
  const nodesOf = (rows: readonly RelatedRow[], disabled = false): Node[] =>
    rows.map((each) => ({
      value: each.id,
      title: titleOf(each, relation.title),
      disabled: disabled || each.id === self,
      children: nodesOf(each.children ?? [], disabled || each.id === self),
    }));
  return (
    <TreeChoice
      {...selectProps(props)}
      disabled={props.disabled || !relation.selectable}
      className="full-width"
      allowClear={!field.required}
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isFetching}
      treeData={nodesOf(data)}
      treeDefaultExpandAll={data.length < 50}
      treeLine
      value={value ? (value as number) : undefined}
      onChange={(next: number | undefined) => props.onChange?.(next ?? null)}
    />
  );
}
