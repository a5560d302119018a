import { useCallback, useInsertionEffect, useRef } from 'react';

/** One function for as long as the component is there, which does what that of the last drawing does. */
export function useSteady<Given extends readonly unknown[], Result>(
  does: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(does);
  useInsertionEffect(() => {
    latest.current = does;
  });
  return useCallback((...given) => latest.current(...given), []);
}
