import { definePlugin, joinParts, type PluginHost, type ServerPlugin } from '#plugin';
import { memberRealm } from './realm.ts';
import { booksPart } from './server/booksPart.ts';
import { createLedger } from './server/ledger/createLedger.ts';
import type { MemberParts } from './server/memberParts.ts';
import { groupResource } from './server/tables/group.ts';
import { userResource } from './server/tables/user.ts';

/** The plugin for one application; two in one process share nothing. */
export function member(): ServerPlugin {
  let started: PluginHost | undefined;
  const parts: MemberParts = {
    get host() {
      if (!started) throw new Error('The member plugin has not been started.');
      return started;
    },
  };
  return definePlugin({
    name: 'member',
    label: { 'zh-cn': '会员中心', en: 'Member centre' },
    description: {
      'zh-cn': '会员的注册、登录与个人中心，以及余额和积分的账本。',
      en: 'Members sign up, sign in and look after their account; balances and points are kept in a ledger.',
    },
    icon: 'fa fa-users',
    realms: [memberRealm],
    provides: { ledger: createLedger },
    ...joinParts([
      {
        start(host) {
          started = host;
        },
      },
      { resources: [userResource, groupResource] },
      booksPart(parts),
    ]),
  });
}

export default member();
