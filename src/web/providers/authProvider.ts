import type { AuthProvider } from '@refinedev/core';
import { http } from '../http/http.ts';
import { clearIdentity, readAdmin, writeAdmin, type Identity } from '../http/session.ts';

/** Administrators' sessions by Refine's names. */
export const authProvider: AuthProvider = {
  async login(credentials: Readonly<Record<string, unknown>>) {
    const { userInfo } = await http.post<{ userInfo: Identity }>('/admin/Index/login', credentials);
    writeAdmin(userInfo);
    return { success: true, redirectTo: '/admin' };
  },
  async logout() {
    // The session ends here whether the server hears of it or not.
    await http
      .post('/admin/Index/logout', { refresh_token: readAdmin()?.refreshToken ?? '' }, { quiet: true })
      .catch(() => {});
    clearIdentity('admin');
    return { success: true, redirectTo: '/admin/login' };
  },
  check: async () => (readAdmin() ? { authenticated: true } : { authenticated: false, redirectTo: '/admin/login' }),
  // The HTTP layer has refreshed, redirected and told already.
  onError: async () => ({}),
  getIdentity: async () => readAdmin() ?? null,
};
