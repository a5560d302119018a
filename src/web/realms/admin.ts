import { routes } from '../navigation/routes.ts';
import type { Realm } from './realm.ts';

/** Administrators and the back office. */
export const adminRealm: Realm = {
  name: 'admin',
  base: '/admin',
  tokenHeader: 'batoken',
  identityKey: 'adminInfo',
  signInPage: { routePath: routes.adminLogin.path, routeName: 'adminLogin' },
  startPage: { routePath: routes.admin.path, routeName: 'admin' },
  signIn: '/admin/Index/login',
  signOut: '/admin/Index/logout',
  start: '/admin/Index/index',
  badges: '/admin/Index/badges',
  menuTable: 'auth/rule',
  profile: 'routine/adminInfo',
  twoStep: '/admin/routine.AdminInfo/twoStep',
  texts: 'login',
};
