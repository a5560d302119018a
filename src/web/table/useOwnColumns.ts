import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { noChoice, soundChoice, type ColumnChoice, type Manifest, type SavedView } from '#resource';
import { saveLast } from '../http/saveLast.ts';
import { useRealm } from '../realms/RealmContext.ts';
import { personIn } from '../realms/session.ts';
import { takeStored } from '../settings/storage.ts';

type Choices = Manifest['columns'];

/** What somebody has made of the columns of a list, or of a saved view of it, else those of that view. */
export const ownColumns = (columns: Choices, view: SavedView | undefined): ColumnChoice =>
  columns?.[view?.id ?? 0] ?? view?.state.columns ?? noChoice;

/**
 * What whoever is signed in has made of the columns of a list and its saved views, on all of their devices, and how to change
 * that; null forgets a change.
 */
export function useOwnColumns({ path, columns }: Manifest) {
  const realm = useRealm();
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
    saveLast(`columns:${path}#${id}`, `${realm.base}/ajax/saveColumns`, { table: path, view: id, columns: choice });
  };
  // Where browsers kept it before the server did.
  const key = `columns:${personIn(realm) ?? realm.name}/${path}`;
  useEffect(() => {
    const stored = takeStored(key);
    if (stored !== null && !columns?.[0]) save(undefined, soundChoice(stored));
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [key]);
  return [current, save] as const;
}

function withChoice(choices: Choices, id: number, choice: ColumnChoice | null): Choices {
  const { [id]: _former, ...others } = choices ?? {};
  return choice ? { ...others, [id]: choice } : others;
}
