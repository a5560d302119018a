import type { RefineProps } from '@refinedev/core';
import { accessControlOf } from '../providers/accessControl.ts';
import { authProviderOf } from '../providers/authProvider.ts';
import { dataProviderOf, restProvider } from '../providers/dataProvider.ts';
import { i18nProvider } from '../providers/i18nProvider.ts';
import { notificationProvider } from '../providers/notificationProvider.ts';
import { queryClientOf } from '../providers/queryClient.ts';
import type { Realm } from '../realms/realm.ts';
import { readIdentity } from '../realms/session.ts';
import { startQuery } from './startQuery.ts';

/** All that Refine is given for a realm, but for its resources and how it goes from page to page. */
export const providersOf = (realm: Realm) =>
  ({
    dataProvider: { default: dataProviderOf(realm), rest: restProvider },
    authProvider: {
      ...authProviderOf(realm),
      // Fresher than what was kept at sign-in.
      getIdentity: async () =>
        readIdentity(realm)
          ? (await queryClientOf(realm).query({ ...startQuery(realm), staleTime: 'static' })).person
          : null,
    },
    accessControlProvider: accessControlOf(realm),
    i18nProvider,
    notificationProvider,
    options: {
      disableTelemetry: true,
      warnWhenUnsavedChanges: false,
      syncWithLocation: false,
      reactQuery: { clientConfig: queryClientOf(realm) },
    },
  }) satisfies RefineProps;
