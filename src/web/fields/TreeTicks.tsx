import { Button, Space, Tree } from 'antd';
import { useMemo } from 'react';
import { useText } from '../settings/useText.ts';
import { titleOf, useTree, type RelatedRow } from './useRelated.ts';
import { controlProps, type InputProps } from './view.ts';
import { Loading } from '../components/Loading.tsx';

interface Node {
  readonly key: number;
  readonly title: string;
  readonly children: Node[];
}

/**
 * A tree of ticks. The value holds the ticked rows and every row above one; a parent's own tick follows from its
 * children.
 */
export function TreeTicks(props: InputProps) {
  const text = useText();
  const { id, disabled } = controlProps(props);
  const relation = props.field.relation!;
  const { data, isPending } = useTree(relation);
  const roots = useMemo(() => data ?? [], [data]);
  const nodesOf = (rows: readonly RelatedRow[]): Node[] =>
    rows.map((row) => ({ key: row.id, title: titleOf(row, relation.title), children: nodesOf(row.children ?? []) }));
  const all = (rows: readonly RelatedRow[]): number[] => rows.flatMap((row) => [row.id, ...all(row.children ?? [])]);
  if (isPending && relation.selectable) return <Loading paragraph={{ rows: 5 }} title={false} />;
  return (
    <div id={id} role="group" aria-label={props.field.label} className="tree-ticks">
      <Space size="small">
        <Button size="small" disabled={disabled} onClick={() => props.onChange?.(all(roots))}>
          {text('selectAll')}
        </Button>
        <Button size="small" disabled={disabled} onClick={() => props.onChange?.([])}>
          {text('selectNone')}
        </Button>
      </Space>
      <Tree
        checkable
        selectable={false}
        disabled={disabled}
        height={320}
        defaultExpandedKeys={roots.map((row) => row.id)}
        treeData={nodesOf(roots)}
        checkedKeys={ticksOf(roots, (props.value ?? []) as readonly number[])}
        onCheck={(keys) =>
          props.onChange?.(withParents(roots, (Array.isArray(keys) ? keys : keys.checked).map(Number)))
        }
      />
    </div>
  );
}

interface Branch {
  readonly id: number;
  readonly children?: readonly Branch[];
}

/** Which rows of a tree show a full tick when these ids are chosen: a parent only if everything below it is. */
function ticksOf(roots: readonly Branch[], chosen: readonly number[]): number[] {
  const ids = new Set(chosen);
  const ticks: number[] = [];
  const full = (branch: Branch): boolean => {
    const below = branch.children ?? [];
    const inside = below.map(full);
    const ticked = below.length === 0 ? ids.has(branch.id) : inside.every(Boolean);
    if (ticked) ticks.push(branch.id);
    return ticked;
  };
  roots.forEach(full);
  return ticks;
}

/** The ticked ids and those of every row above one, in ascending order. */
function withParents(roots: readonly Branch[], ticks: readonly number[]): number[] {
  const ticked = new Set(ticks);
  const chosen = new Set(ticks);
  const holds = (branch: Branch): boolean => {
    const below = (branch.children ?? []).map(holds);
    const any = ticked.has(branch.id) || below.some(Boolean);
    if (any) chosen.add(branch.id);
    return any;
  };
  roots.forEach(holds);
  return [...chosen].sort((one, other) => one - other);
}
