import routerProvider from '@refinedev/react-router';
import { targetOf, type Realm } from '../realms/realm.ts';

/**
 * Refine's way from page to page. Its `useLogin` goes wherever `?to=` says, so other targets are taken out beforehand.
 */
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
