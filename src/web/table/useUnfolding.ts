import { useState } from 'react';
import { branchIds } from './treeRows.ts';
import type { TreeRow } from './useRows.ts';

/** Which rows of a tree are unfolded. All of them can be asked for while they are still on their way. */
export function useUnfolding(rows: readonly TreeRow[], isPending: boolean) {
  const [unfolded, unfold] = useState<readonly number[]>([]);
  const [isAwaited, awaitRows] = useState(false);
  if (isAwaited && !isPending) {
    awaitRows(false);
    unfold(branchIds(rows));
  }
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
