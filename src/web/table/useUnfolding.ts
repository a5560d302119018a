import { useState } from 'react';
import { branchIds } from './treeRows.ts';
import type { TreeRow } from './useRows.ts';

interface Found {
  readonly isPending: boolean;
  /** The rows are those from before. */
  readonly isOld: boolean;
}

/**
 * Which rows of a tree are unfolded. All of them can be asked for while they are still on their way. Those above what a `search`
 * has found are, until somebody folds them; behind it the tree is as it was before.
 */
export function useUnfolding(rows: readonly TreeRow[], { isPending, isOld }: Found, search: string | undefined) {
  const [own, setOwn] = useState<readonly number[]>([]);
  const [isAwaited, awaitRows] = useState(false);
  const [found, setFound] = useState<{ readonly search: string; readonly ids: readonly number[] }>();
  if (isAwaited && !isPending) {
    awaitRows(false);
    setOwn(branchIds(rows));
  }
  if (!isPending && !isOld && found?.search !== search)
    setFound(search === undefined ? undefined : { search, ids: branchIds(rows) });
  const unfolded = found ? found.ids : own;
  const unfold = (ids: readonly number[]): void => (found ? setFound({ ...found, ids }) : setOwn(ids));
  return {
    unfolded,
    unfold,
    isUnfolded: isAwaited || unfolded.length > 0,
    toggleAll(): void {
      if (isPending) awaitRows(!isAwaited);
      else unfold(unfolded.length > 0 ? [] : branchIds(rows));
    },
  };
}
