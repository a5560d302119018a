import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { noChoice, type ColumnChoice, type Manifest, type SavedView } from '#resource';
import { saveLast } from '../http/saveLast.ts';
import { useRealm } from '../realms/RealmContext.ts';

type Choices = Manifest['columns'];

/** What somebody has made of the columns of a list, or of a saved view of it, else those of that view. */
export const ownColumns = (columns: Choices, view: SavedView | undefined): ColumnChoice =>
  columns?.[view?.id ?? 0] ?? view?.state.columns ?? noChoice;

/**
 * What whoever is signed in has made of the columns of a list and its saved views, on all of their devices, and how to change
 * that; null forgets a change.
 */
export function useOwnColumns({ path, columns }: Manifest) {
  const { base } = useRealm();
  const client = useQueryClient();
  // What follows from a change, such as the focus, does not wait until all who read the manifest are told.
  const [ahead, setAhead] = useState<{ readonly of: Choices; readonly columns: Choices }>();
  const current = ahead && ahead.of === columns ? ahead.columns : columns;
  const save = (view: SavedView | undefined, choice: ColumnChoice | null): void => {
    const next = withChoice(current, view?.id ?? 0, choice);
    setAhead({ of: columns, columns: next });
    client.setQueriesData<Manifest>({ queryKey: ['manifest', path] }, (manifest) =>
      manifest ? { ...manifest, columns: next } : undefined,
    );
    const id = view?.id ?? null;
    saveLast(`columns:${path}#${id}`, `${base}/ajax/saveColumns`, { table: path, view: id, columns: choice });
  };
  return [current, save] as const;
}

function withChoice(choices: Choices, id: number, choice: ColumnChoice | null): Choices {
  const { [id]: _former, ...others } = choices ?? {};
  return choice ? { ...others, [id]: choice } : others;
}
