import { useContext, useMemo, type PropsWithChildren } from 'react';
import { resolvePath, UNSAFE_NavigationContext as NavigationContext, type Navigator } from 'react-router';
import { useDiscard } from './useDiscard.ts';

/**
 * Asks before a link in it, or a call, leads away from the page at `path` while something is not saved there: for frames that
 * keep no page behind.
 */
export function AskToLeave({ path, children }: PropsWithChildren<{ path: string }>) {
  const context = useContext(NavigationContext);
  const discard = useDiscard();
  const value = useMemo(() => {
    const { navigator } = context;
    const leaving = (to: Parameters<Navigator['push']>[0], go: () => void): void => {
      const isSame = resolvePath(to, path).pathname.replace(/\/$/, '') === path;
      if (isSame) go();
      else discard(go, { paths: [path] });
    };
    const asking: Navigator = Object.assign(Object.create(navigator) as Navigator, {
      push: (...to: Parameters<Navigator['push']>) => leaving(to[0], () => navigator.push(...to)),
      replace: (...to: Parameters<Navigator['replace']>) => leaving(to[0], () => navigator.replace(...to)),
    });
    return { ...context, navigator: asking };
  }, [context, discard, path]);
  return <NavigationContext.Provider value={value}>{children}</NavigationContext.Provider>;
}
