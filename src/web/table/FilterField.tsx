import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { TreeChoice } from '../components/TreeChoice.tsx';
import type { FilterFields, FieldNode } from './useFilterFields.ts';
import { useText } from '../settings/useText.ts';

interface Node {
  readonly value: string;
  readonly title: string;
  readonly selectable: boolean;
  readonly isLeaf: boolean;
  readonly children?: Node[] | undefined;
}

const treeOf = (nodes: readonly FieldNode[]): Node[] =>
  nodes.map(({ path, label, isClosed, leads, children }) => ({
    value: path,
    title: label,
    selectable: !isClosed,
    isLeaf: !leads,
    children: children && treeOf(children),
  }));

/** The fields that lead to the one of this path. */
function leadingTo(nodes: readonly FieldNode[], path: string): string[] {
  for (const node of nodes) {
    if (node.path === path) return [];
    const below = node.children && leadingTo(node.children, path);
    if (below && (below.length > 0 || node.children!.some((child) => child.path === path)))
      return [node.path, ...below];
  }
  return [];
}

/** All fields that lead to others. */
const leading = (nodes: readonly FieldNode[]): string[] =>
  nodes.flatMap(({ path, children }) => (children ? [path, ...leading(children)] : []));

/** The first field that one can filter by whose name has these words. */
function firstNamed(nodes: readonly FieldNode[], words: string): string | undefined {
  for (const { path, label, isClosed, children = [] } of nodes) {
    if (!isClosed && label.toLowerCase().includes(words.toLowerCase())) return path;
    const below = firstNamed(children, words);
    if (below !== undefined) return below;
  }
  return undefined;
}

interface Props {
  readonly fields: FilterFields;
  /** The path of the chosen field; '' for none. */
  readonly path: string;
  readonly label: string | undefined;
  readonly isWrong: boolean;
  readonly onChange: (path: string) => void;
}

/** A choice of a field: the list's own, and below those that lead to other tables the fields of these. */
export function FilterField({ fields, path, label, isWrong, onChange }: Props) {
  const text = useText();
  const [words, setWords] = useState('');
  const looking = words.trim() !== '';
  const isElsewhere = useRef(false);
  useLookingAhead(fields, looking);
  // antd looks for it among what it had when the words changed, and never below fields that cannot be chosen themselves.
  const takeFirst = (event: KeyboardEvent): void => {
    if (event.key.startsWith('Arrow')) isElsewhere.current = true;
    if (event.key !== 'Enter' || !looking || isElsewhere.current || event.nativeEvent.isComposing) return;
    const found = firstNamed(fields.nodes, words);
    if (found === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setWords('');
    onChange(found);
  };
  const search = (next: string): void => {
    isElsewhere.current = false;
    setWords(next);
  };
  return (
    <div className="filter-field" onKeyDownCapture={takeFirst}>
      <TreeChoice
        aria-label={text('filter:filterField')}
        aria-invalid={isWrong}
        status={isWrong ? 'error' : undefined}
        placeholder={path === '' ? text('filter:chooseField') : path}
        popupMatchSelectWidth={280}
        showSearch={{ treeNodeFilterProp: 'title', onSearch: search }}
        treeData={treeOf(fields.nodes)}
        loadData={(node) => fields.follow(String(node.value))}
        labelInValue
        // What comes while somebody looks is open too: antd opens only what it had when the words changed.
        {...(looking && { treeExpandedKeys: leading(fields.nodes) })}
        treeDefaultExpandedKeys={leadingTo(fields.nodes, path)}
        value={label === undefined ? undefined : { value: path, label }}
        onChange={(next: { value: string; label: string } | undefined) => next && onChange(next.value)}
      />
    </div>
  );
}

/** Fetches what related tables have while somebody looks for a field by its name. */
function useLookingAhead({ ahead, follow }: FilterFields, looking: boolean): void {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (!looking) return;
    for (const path of ahead) {
      if (asked.current.has(path)) continue;
      asked.current.add(path);
      void follow(path);
    }
  });
}
