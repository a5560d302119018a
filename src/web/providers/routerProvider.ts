import routerProvider from '@refinedev/react-router';
import { targetOf, type Realm } from '../realms/realm.ts';

/**
 * Refine's way from page to page. Its `useLogin` goes wherever `?to=` says, so targets are taken out beforehand that lie outside
 * of the realm, unless `targetElsewhere` knows them.
 */
export const routerOf = (
  realm: Realm,
  targetElsewhere: (to: unknown) => string | undefined,
): typeof routerProvider => ({
  ...routerProvider,
  parse() {
    const parse = routerProvider.parse!();
    return () => {
      const parsed = parse();
      const to: unknown = parsed.params?.['to'];
      return { ...parsed, params: { ...parsed.params, to: targetOf(realm, to) ?? targetElsewhere(to) } };
    };
  },
});
