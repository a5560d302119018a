import { useQuery, useQueryClient } from '@tanstack/react-query';
import { http } from '../http/http.ts';
import { useRealm } from '../realms/RealmContext.ts';

/** One's own second step. */
interface TwoStepState {
  readonly enabled: boolean;
  readonly recoveryLeft: number;
}

/** The calls about one's own second step, in the realm of the page. */
export function useTwoStep() {
  const { name, twoStep: url = '' } = useRealm();
  const client = useQueryClient();
  const key = ['twoStep', name];
  const query = useQuery({
    queryKey: key,
    queryFn: () => http.get<TwoStepState>(url, {}, { quiet: true, allowDuplicate: true }),
    staleTime: 0,
  });
  return {
    query,
    /** Refusals are for the form. */
    post: <T>(call: 'Begin' | 'Enable' | 'Disable' | 'Codes', body: Readonly<Record<string, unknown>>): Promise<T> =>
      http.post<T>(`${url}${call}`, body, { quiet: true }),
    refresh: (): Promise<void> => client.invalidateQueries({ queryKey: key }),
  };
}
