import { menusOf, withPage } from '../access/menus.ts';
import type { RightsBook } from '../access/rights.ts';
import type { WantedRule } from '../access/syncRules.ts';
import type { Route } from '../http/route.ts';
import type { SiteConfig } from '../settings/settingsBook.ts';
import { profilePath } from './profile.ts';
import { adminInfo } from './signIn.ts';

export interface StartParts {
  readonly rights: RightsBook;
  site(): Promise<SiteConfig>;
  /** Whether menu entries have numbers beside them. */
  readonly badges: boolean;
  /** By name in lower case. */
  readonly made: ReadonlyMap<string, WantedRule>;
}

/** What the back office starts with: who one is, what one may open, and the site's settings (protocol §2.1). */
export function startRoutes({ rights, site, badges, made }: StartParts): Route[] {
  const profile = made.get(profilePath.toLowerCase())!;
  return [
    {
      method: 'GET',
      url: '/admin/Index/index',
      realm: 'admin',
      node: 'signed-in',
      async handler({ caller }) {
        const owned = (await rights.of(caller.id))!;
        return {
          adminInfo: adminInfo(owned),
          menus: withPage(menusOf(await rights.rules(), owned, made, caller.language), profile, caller.language),
          siteConfig: await site(),
          badges,
          terminal: { installServicePort: '8000', npmPackageManager: 'pnpm' },
        };
      },
    },
  ];
}
