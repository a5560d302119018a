import type { PluginRealm } from '#plugin';

/** Members, by what both halves of the plugin share: whose tokens are in `ba-user-token` (specification §6). */
export const memberRealm = {
  name: 'member',
  base: '/user',
  tokenHeader: 'ba-user-token',
  refreshed: 'user-refresh',
  signInPage: { routePath: '/user/login', routeName: 'userLogin' },
  startPage: { routePath: '/user', routeName: 'user' },
  start: '/user/index',
  openStart: '/index/index',
  accounts: 'user',
  twoStep: '/account/twoStep',
  rights: { groups: 'user_group', rules: 'user_rule', of: 'group_id' },
} as const satisfies PluginRealm;
