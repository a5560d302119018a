import { useCallback, useEffect, useState } from 'react';

interface Loaded<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly reload: () => Promise<void>;
}

/** What a call answers, asked when it is first drawn and whenever somebody wants it again. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [{ data, error }, setState] = useState<{ data?: T; error?: Error }>({});
  const reload = useCallback(async () => {
    try {
      setState({ data: await load() });
    } catch (problem) {
      setState({ error: problem instanceof Error ? problem : new Error(String(problem)) });
    }
  }, [load]);
  useEffect(() => void reload(), [reload]);
  return { data, error, reload };
}
