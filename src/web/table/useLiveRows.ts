import { useDataProvider } from '@refinedev/core';
import { useEffect, useRef, useState } from 'react';
import type { Manifest } from '#resource';
import { rowsWanted } from './rowsWanted.ts';
import type { TreeRow, useRows } from './useRows.ts';
import type { ListState } from './listShape.ts';
import { placeOf } from './resourcePlace.ts';
import { useTableChanges } from './useTableChanges.ts';

type Found = ReturnType<typeof useRows>;
interface Live {
  /** What was there when it was asked for: it corrects nothing else. */
  readonly of: readonly TreeRow[];
  readonly rows: readonly TreeRow[];
  readonly total: number;
  /** Rows that are not shown yet; 0 where others came, went or moved. Undefined: it is the same rows. */
  readonly news: number | undefined;
}

/**
 * The rows as others change them meanwhile: values change where they stand, and nothing comes, goes or moves under somebody's hand
 * until they want it (`showNews`). What a person may see of it is asked of the gate like the list itself.
 */
export function useLiveRows(
  manifest: Manifest,
  state: ListState,
  columns: readonly string[],
  found: Found,
): Found & { readonly news: number | undefined; readonly showNews: () => void } {
  const provider = useDataProvider()(placeOf(manifest).dataProviderName);
  const [live, setLive] = useState<Live>();
  const latest = useRef(found.rows);
  useEffect(() => {
    latest.current = found.rows;
  });
  const ask = async (): Promise<void> => {
    const of = found.rows;
    // It is on its way, or there is nothing to correct.
    if (found.isFetching || found.isPending || found.error) return;
    const fresh = await provider.getList<TreeRow & { id: number }>(rowsWanted(manifest, state, columns));
    if (latest.current === of) setLive(corrected(of, found.total, fresh.data, fresh.total));
  };
  // A tree comes whole, and of other servers nobody tells.
  const isOn = !manifest.source && !manifest.traits.tree;
  useTableChanges(manifest.path, () => void ask().catch(() => {}), isOn);
  const current = live?.of === found.rows ? live : undefined;
  return {
    ...found,
    rows: current?.rows ?? found.rows,
    total: current?.total ?? found.total,
    news: current?.news,
    showNews() {
      setLive(undefined);
      found.refresh();
    },
  };
}

/** The rows that are shown, with the values of now. */
function corrected(of: readonly TreeRow[], total: number, fresh: readonly TreeRow[], freshTotal: number): Live {
  const isSame = of.length === fresh.length && of.every(({ id }, at) => fresh[at]!.id === id);
  if (isSame) return { of, rows: fresh, total: freshTotal, news: undefined };
  const byId = new Map(fresh.map((row) => [row.id, row]));
  return { of, rows: of.map((row) => byId.get(row.id) ?? row), total, news: Math.max(0, freshTotal - total) };
}
