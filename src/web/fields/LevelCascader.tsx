import { useQueryClient } from '@tanstack/react-query';
import { Cascader, Spin } from 'antd';
import { useEffect, useId, useState, type CSSProperties } from 'react';
import { NoOptions } from '../components/NoOptions.tsx';
import { useFoundLevels } from './useFoundLevels.ts';

/** Something to choose on one level (specification §3, project selector option). */
export interface LevelOption {
  readonly value: string | number;
  readonly label: string;
  readonly disabled?: boolean;
  /** Nothing can be chosen below it. */
  readonly leaf?: boolean;
}
/** An option as the library takes it. */
export interface Node {
  value: string;
  label: string;
  disabled: boolean;
  isLeaf: boolean;
  children?: Node[];
}

export interface LevelCascaderProps {
  readonly id?: string;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly 'aria-label'?: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  /** What is chosen, from the first level on; undefined while that is looked up. */
  readonly path: readonly string[] | undefined;
  /** Of what: levels that were loaded are kept under this name. */
  readonly name: string;
  /** How many levels there are. */
  readonly depth: number;
  /** The options below the chosen ones. */
  load(path: readonly string[]): Promise<readonly LevelOption[]>;
  /** What stands above each option that a word finds, from the first level on. Without it only levels that were opened are searched. */
  find?(word: string): Promise<readonly (readonly string[])[]>;
  onPath(path: readonly string[]): void;
}

/** Milliseconds for which a level is not asked for again. */
const fresh = 60_000;

/** Choosing level by level: each is loaded when it is first opened, and asked for once. */
export function LevelCascader({
  path = [],
  name,
  depth,
  load,
  find,
  onPath,
  className = 'full-width',
  ...props
}: LevelCascaderProps) {
  const client = useQueryClient();
  const own = useId();
  const id = props.id ?? own;
  const [nodes, setNodes] = useState<Node[]>([]);
  const [tries, setTries] = useState(0);
  const wanted = path.join();
  const nodesBelow = async (above: readonly string[]): Promise<Node[]> => {
    const options = await client.query({
      queryKey: ['levels', name, ...above],
      queryFn: () => load(above),
      staleTime: fresh,
    });
    return options.map(({ value, label, disabled = false, leaf = false }) => ({
      value: String(value),
      label,
      disabled,
      isLeaf: leaf || above.length + 1 >= depth,
    }));
  };
  useEffect(() => {
    let isCurrent = true;
    void loadAlong(wanted === '' ? [] : wanted.split(','), depth, nodesBelow).then(
      (loaded) => isCurrent && setNodes(loaded),
      // Whoever opens it tries again.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `nodesBelow` is made anew each time, of nothing else
  }, [name, depth, wanted, tries]);
  const { isSeeking, seek } = useFoundLevels(find, async (paths) => {
    await Promise.all(paths.map((each) => loadTo(nodes, each, nodesBelow)));
    setNodes((before) => [...before]);
  });
  return (
    <Cascader<Node>
      {...props}
      id={id}
      className={className}
      // Its input names what it has opened by an id, which nothing has there until it is given one.
      popupRender={(menus) => <div id={`${id}_list`}>{menus}</div>}
      changeOnSelect
      showSearch={{ filter: (word, shown) => shown.some(({ label }) => matches(label, word)), onSearch: seek }}
      notFoundContent={<NoOptions>{isSeeking && <Spin size="small" />}</NoOptions>}
      optionRender={({ label, disabled }) => <span ref={(text) => markDisabled(text, disabled)}>{label}</span>}
      options={nodes}
      value={[...path]}
      onOpenChange={(isOpen) => isOpen && nodes.length === 0 && setTries(tries + 1)}
      loadData={(opened) => {
        const last = opened.at(-1)!;
        const show = (children: Node[]): void => {
          last.children = children;
          setNodes((before) => [...before]);
        };
        void nodesBelow(opened.map(({ value }) => value)).then(
          (children) => {
            if (children.length === 0) last.isLeaf = true;
            show(children);
          },
          // It is no longer waited for, and asked for again when it is opened again.
          () => show([]),
        );
      }}
      onChange={(chosen) => onPath((chosen as string[] | undefined) ?? [])}
    />
  );
}

/** The library shows an option that cannot be chosen as such, and tells nobody who hears it. */
function markDisabled(text: HTMLElement | null, isDisabled: boolean): void {
  text?.closest('[role=menuitemcheckbox]')?.setAttribute('aria-disabled', String(isDisabled));
}

const matches = (label: string, word: string): boolean => label.toLowerCase().includes(word.trim().toLowerCase());

/** The first level, and below the chosen ones their neighbours, so that they can be named; all at once. */
async function loadAlong(
  path: readonly string[],
  depth: number,
  nodesBelow: (above: readonly string[]) => Promise<Node[]>,
): Promise<Node[]> {
  const depths = Array.from({ length: Math.min(depth, path.length + 1) }, (_, at) => at);
  const levels = await Promise.all(depths.map((at) => nodesBelow(path.slice(0, at))));
  for (const at of depths.slice(1)) {
    const above = levels[at - 1]!.find(({ value }) => value === path[at - 1]);
    if (above && !above.isLeaf) above.children = levels[at]!;
  }
  return levels[0] ?? [];
}

/** Loads what is not there yet of the levels down to the one below these. */
async function loadTo(
  nodes: Node[],
  path: readonly string[],
  nodesBelow: (above: readonly string[]) => Promise<Node[]>,
): Promise<void> {
  let level = nodes;
  for (const [at, id] of path.entries()) {
    const above = level.find(({ value }) => value === id);
    if (!above || above.isLeaf) return;
    if (!above.children?.length) above.children = await nodesBelow(path.slice(0, at + 1));
    level = above.children;
  }
}
