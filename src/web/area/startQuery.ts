import { queryOptions } from '@tanstack/react-query';
import { takeOrAsk } from '../http/early.ts';
import { HttpProblem } from '../http/problem.ts';
import { shownIn, withAddresses, withViews, type MenuNode, type MenuView, type ServedNode } from '../layout/menus.ts';
import type { NoticeState } from '../notices/useNoticeState.ts';
import type { Person } from '../layout/usePerson.ts';
import { tabStateOf } from '../navigation/tabState.ts';
import { setAllowed } from '../providers/accessControl.ts';
import { loadPlugins } from '../plugins/loadPlugins.ts';
import { allowedIn } from '../realms/allowed.ts';
import type { Realm } from '../realms/realm.ts';

interface Answer {
  readonly adminInfo?: Person;
  readonly userInfo?: Person;
  readonly menus: readonly ServedNode[];
  /** Entries beside the menu, where a realm has some (protocol §4.3). */
  readonly rules?: readonly ServedNode[];
  readonly siteConfig: { readonly urls: readonly string[] };
  /** Saved views that the menu shows. */
  readonly views?: readonly MenuView[];
  /** Whether entries have numbers beside them. */
  readonly badges?: boolean;
  /** Whether somebody may tell this person something. */
  readonly notices?: NoticeState;
}
export interface Start {
  readonly person: Person;
  readonly menus: readonly MenuNode[];
  readonly rules: readonly MenuNode[];
  readonly badges: boolean;
  readonly notices: NoticeState | undefined;
}

/** Whoever has no page in the menu is refused, and still told who they are. */
function withoutMenus(error: unknown): Answer {
  const data = error instanceof HttpProblem ? (error.data as Partial<Answer> | null) : null;
  if (!data?.menus) throw error;
  return data as Answer;
}

/** Who one is in the realm, and what one may open. */
export const startQuery = (realm: Realm) =>
  queryOptions({
    queryKey: ['start'],
    queryFn: async (): Promise<Start> => {
      // Pages and kinds of fields are known before the first of them is drawn.
      const [answer] = await Promise.all([takeOrAsk<Answer>(realm.start).catch(withoutMenus), loadPlugins()]);
      const { adminInfo, userInfo, menus, views = [], rules = [], siteConfig, badges = false, notices } = answer;
      setAllowed(realm, allowedIn(realm, menus), siteConfig.urls);
      const nodes = withViews(withAddresses(realm, menus), views);
      tabStateOf(realm.name).setState({ tabsViewRoutes: shownIn(nodes) });
      return { person: (adminInfo ?? userInfo)!, menus: nodes, rules: withAddresses(realm, rules), badges, notices };
    },
    staleTime: Infinity,
    retry: 1,
  });
