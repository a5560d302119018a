import { textOf, type Language, type Model } from '#resource';
import type { MenuEntry } from '#plugin';
import type { MenuNode } from '../realms/menuNode.ts';
import { wantedInRealm, type FindText, type WantedRule } from '../access/wantedRules.ts';
import type { Route } from '../http/route.ts';
import type { Gate } from '../table/gate.ts';
import type { SiteConfig } from '../settings/settingsStore.ts';
import type { Account } from '../notices/notices.ts';
import { needLogin, type Realm } from '../realms/realm.ts';

export interface RealmStartParts {
  readonly models: readonly Model[];
  readonly gate: Pick<Gate, 'menuViews'>;
  /** Pages that plugins show in any realm. */
  readonly menu: readonly MenuEntry[];
  readonly label: FindText;
  /** What the bell of a person shows; undefined where nobody rings it. */
  readonly bell: ((account: Account) => Promise<object>) | undefined;
  site(): Promise<SiteConfig>;
}

/** What the pages of a realm start with: who is signed in, the tables that serve the realm, and the site's settings. */
export function startRoute(realm: Realm, { gate, models, menu, label, bell, site }: RealmStartParts): Route {
  const rules = wantedInRealm(realm.name, models, menu, label);
  return {
    method: 'GET',
    url: realm.start,
    node: 'signed-in',
    async handler({ caller }) {
      const identity = await realm.identityOf(caller.id);
      if (!identity) throw needLogin(realm);
      const views = await gate.menuViews(caller);
      return {
        userInfo: identity.userInfo(),
        ...(realm.menusOf ? await realm.menusOf(identity, caller.language) : { menus: treeOf(rules, caller.language) }),
        siteConfig: await site(),
        ...(views.length > 0 && { views }),
        ...(bell && { notices: await bell(caller) }),
      };
    },
  };
}

/** What everybody starts with (protocol §2.10): the site, and of a realm what they may see. */
export const openStartRoutes = (realm: Realm, site: RealmStartParts['site']): Route[] =>
  realm.openStart === undefined
    ? []
    : [
        {
          method: 'GET',
          url: realm.openStart,
          realm: realm.name,
          node: 'everyone',
          async handler({ caller, query }) {
            const identity = caller.realm === realm.name ? await realm.identityOf(caller.id) : undefined;
            if (!identity && isYes(query['requiredLogin'])) throw needLogin(realm);
            const settings = await site();
            const isOpen = settings['openMemberCenter'] === true;
            const owned = identity
              ? await realm.menusOf?.(identity, caller.language)
              : { menus: [], rules: isOpen ? await realm.openRules?.(caller.language) : [] };
            return {
              site: settings,
              openMemberCenter: isOpen,
              userInfo: identity ? identity.userInfo() : [],
              menus: owned?.menus ?? [],
              rules: owned?.rules ?? [],
            };
          },
        },
      ];

const isYes = (input: unknown): boolean => input === '1' || input === 'true';

/** The rules as nodes of a menu; those that say where they want to be come first, the others as they are declared. */
function treeOf(rules: readonly WantedRule[], language: Language): MenuNode[] {
  const placed = rules.map((rule, at) => ({ rule, id: at + 1, weigh: rule.weigh ?? -at - 1 }));
  const idOf = new Map(placed.map(({ rule, id }) => [rule.name, id]));
  const below = Map.groupBy(
    placed.toSorted((one, other) => other.weigh - one.weigh),
    ({ rule }) => rule.parent,
  );
  const node = ({ rule, id }: (typeof placed)[number]): MenuNode => {
    const children = (below.get(rule.name) ?? []).map(node);
    const isMenu = rule.type === 'menu';
    return {
      id,
      pid: rule.parent === undefined ? 0 : idOf.get(rule.parent)!,
      type: rule.type,
      title: textOf(rule.label, language),
      name: rule.name,
      path: rule.name,
      icon: rule.icon ?? '',
      menu_type: isMenu ? 'tab' : null,
      url: '',
      component: '',
      keepalive: isMenu ? rule.name : 0,
      extend: rule.isHidden ? 'add_rules_only' : 'none',
      ...(children.length > 0 ? { children } : {}),
    };
  };
  return (below.get(undefined) ?? []).map(node);
}
