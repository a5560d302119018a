import { useMemo, useSyncExternalStore } from 'react';

/** Whether a media query holds, now and whenever it changes. */
export function useMedia(query: string): boolean {
  const [subscribe, matches] = useMemo(() => {
    const media = matchMedia(query);
    const listen = (listener: () => void) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    };
    return [listen, () => media.matches] as const;
  }, [query]);
  return useSyncExternalStore(subscribe, matches);
}
