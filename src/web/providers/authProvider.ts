import type { AuthProvider } from '@refinedev/core';
import { http } from '../http/http.ts';
import { reloadPage } from '../navigation/reload.ts';
import type { Realm } from '../realms/realm.ts';
import { clearIdentity, isOthersPage, readIdentity, writeIdentity, type Identity } from '../realms/session.ts';
import { keepDevice, readDevices } from './devices.ts';

/** What the server says of a sign-in. */
interface SignedIn {
  readonly userInfo: Identity;
  /** Failed attempts since the last time. */
  readonly failures: number;
  /** By which this browser is known at its next sign-in. */
  readonly deviceToken?: string;
}

/** Sessions of a realm by Refine's names. */
export const authProviderOf = (realm: Realm): AuthProvider => ({
  async login(credentials: Readonly<Record<string, unknown>>) {
    try {
      const { userInfo, failures, deviceToken } = await http.post<SignedIn>(
        realm.signIn,
        { ...credentials, deviceTokens: readDevices() },
        { quiet: true },
      );
      if (deviceToken) keepDevice(deviceToken);
      writeIdentity(realm, userInfo);
      return { success: true, redirectTo: realm.startPage.routePath, failures };
    } catch (error) {
      return { success: false, error: error as Error };
    }
  },
  async logout() {
    // The session ends here whether the server hears of it or not.
    // Who reads this page has not signed in as who would be signed out.
    if (isOthersPage(realm)) {
      reloadPage();
      return { success: true };
    }
    const identity = readIdentity(realm);
    // Who is signed in as somebody else leaves altogether.
    const kept = identity?.actor ? identity.actor.refreshToken || identity.actor.token : (identity?.refreshToken ?? '');
    await http.post(realm.signOut, { refresh_token: kept }, { quiet: true }).catch(() => {});
    clearIdentity(realm);
    return { success: true, redirectTo: realm.signInPage.routePath };
  },
  check: async () =>
    readIdentity(realm) ? { authenticated: true } : { authenticated: false, redirectTo: realm.signInPage.routePath },
  // The HTTP layer has refreshed, redirected and told already.
  onError: async () => ({}),
});
