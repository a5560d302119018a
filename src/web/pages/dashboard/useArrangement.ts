import { usePerson } from '../../layout/usePerson.ts';
import { useStoredState } from '../../table/useStoredState.ts';
import { soundArrangement, type Arrangement } from './arrangement.ts';

/** How whoever is signed in has arranged their dashboard, in this browser. */
export function useArrangement(): readonly [Arrangement, (arrangement: Arrangement) => void] {
  const [arrangement, change] = useStoredState(`dashboard:${usePerson()?.id ?? ''}`, soundArrangement);
  return [arrangement, change];
}
