import { Problem } from '#resource';
import { menusOf, withPage, withRowLabels } from '../access/menus.ts';
import type { PermissionStore } from '../access/permissionStore.ts';
import type { WantedRule } from '../access/wantedRules.ts';
import type { Route } from '../http/route.ts';
import { adminInfo } from '../access/adminRealm.ts';
import type { Account } from '../notices/notices.ts';
import { needLogin, type Realm } from '../realms/realm.ts';
import type { SiteConfig } from '../settings/settingsStore.ts';
import type { Gate } from '../table/gate.ts';

export interface StartParts {
  readonly gate: Gate;
  readonly realm: Realm;
  readonly rights: PermissionStore;
  site(): Promise<SiteConfig>;
  /** Whether menu entries have numbers beside them. */
  readonly badges: boolean;
  /** What the bell of a person shows; undefined where nobody rings it. */
  readonly bell: ((account: Account) => Promise<object>) | undefined;
  /** The page of one's own account. */
  readonly profile: WantedRule;
}

/** What the back office starts with: who one is, what one may open, and the site's settings (protocol §2.1). */
export function startRoutes({ gate, realm, rights, site, badges, bell, profile }: StartParts): Route[] {
  return [
    {
      method: 'GET',
      url: realm.start,
      node: 'signed-in',
      async handler({ caller }) {
        const owned = await rights.of(caller.id);
        if (!owned) throw needLogin(realm);
        const seen = { ...owned, rules: owned.shown };
        const menus = menusOf(gate.models.get('admin_rule')!, await rights.rules(), seen, caller.language);
        const views = await gate.menuViews(caller);
        const data = {
          adminInfo: adminInfo(owned),
          menus: withPage(withRowLabels(menus, gate.models.values(), caller.language), profile, caller.language),
          siteConfig: await site(),
          badges,
          ...(views.length > 0 && { views }),
          ...(bell && { notices: await bell(caller) }),
          terminal: { installServicePort: '8000', npmPackageManager: 'pnpm' },
        };
        // Other clients show the message (protocol §2.1), where they would wait for a page; ours shows what it can.
        if (menus.length === 0) throw new Problem('auth:noMenus', {}, { data });
        return data;
      },
    },
  ];
}
