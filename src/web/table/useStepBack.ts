import { useEffect } from 'react';
import { useTabScope } from '../navigation/tabScope.ts';
import type { ListState } from './listShape.ts';
import type { useRows } from './useRows.ts';

/** When the last row of the last page is gone, the page before it is shown. */
export function useStepBack(
  { page, limit }: ListState,
  change: (part: Partial<ListState>) => void,
  { rows, total, isFetching }: Pick<ReturnType<typeof useRows>, 'rows' | 'total' | 'isFetching'>,
): void {
  const last = Math.max(1, Math.ceil(total / limit));
  const { isShown } = useTabScope();
  const isBeyond = !isFetching && rows.length === 0 && page > last;
  useEffect(() => {
    if (isBeyond && isShown()) change({ page: last });
  }, [isBeyond, last, change, isShown]);
}
