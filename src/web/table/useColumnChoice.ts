import type { Manifest } from '#resource';
import { useRealm } from '../realms/RealmContext.ts';
import { useStoredState } from './useStoredState.ts';

/** Which columns are hidden, remembered for each table of each realm in this browser. */
export function useColumnChoice({ path, list }: Manifest) {
  const { name } = useRealm();
  const [hidden, hide] = useStoredState(`hiddenColumns:${name}/${path}`, namesIn);
  return { shown: list.columns.filter((column) => !hidden.includes(column)), hidden, hide };
}

const namesIn = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string') : [];
