import routerProvider from '@refinedev/react-router';
import { isOwnPath } from '../navigation/routes.ts';
import type { Realm } from '../realms/realm.ts';

/** Where to go after signing in: only places of the realm are followed, and never the sign-in page again. */
export const targetOf = ({ base, signInPage }: Pick<Realm, 'base' | 'signInPage'>, to: unknown): string | undefined =>
  isOwnPath(to) &&
  (to === base || to.startsWith(`${base}/`) || to.startsWith(`${base}?`)) &&
  !to.includes('#') &&
  !to.startsWith(signInPage.routePath)
    ? to
    : undefined;

/** Refine's way from page to page. Its `useLogin` goes wherever `?to=` says, so other targets are taken out beforehand. */
export const routerOf = (realm: Realm): typeof routerProvider => ({
  ...routerProvider,
  parse() {
    const parse = routerProvider.parse!();
    return () => {
      const parsed = parse();
      return { ...parsed, params: { ...parsed.params, to: targetOf(realm, parsed.params?.['to']) } };
    };
  },
});
