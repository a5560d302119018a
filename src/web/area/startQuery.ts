import { queryOptions } from '@tanstack/react-query';
import { takeOrAsk } from '../http/early.ts';
import { withAddresses, type MenuNode, type ServedNode } from '../layout/menus.ts';
import type { NoticeState } from '../notices/useNoticeState.ts';
import type { Person } from '../layout/usePerson.ts';
import { setAllowed } from '../providers/accessControl.ts';
import { loadPlugins } from '../plugins/halves.ts';
import { allowedIn } from '../realms/allowed.ts';
import type { Realm } from '../realms/realm.ts';

interface Answer {
  readonly adminInfo?: Person;
  readonly userInfo?: Person;
  readonly menus: readonly ServedNode[];
  /** Entries beside the menu, where a realm has some (protocol §4.3). */
  readonly rules?: readonly ServedNode[];
  readonly siteConfig: { readonly urls: readonly string[] };
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

declare global {
  interface Window {
    /**
     * What the page has asked for before its code was there, as who is signed in still (boot/bootMenu.ts), once: what
     * the server answers, or nothing where it refuses.
     */
    boot?: (url: string) => Promise<unknown> | undefined;
  }
}

/** Where what the page has asked for was refused, the server is asked again. */
const answerOf = async ({ start }: Realm): Promise<Answer> =>
  ((await window.boot?.(start)) as Answer | undefined) ?? takeOrAsk<Answer>(start);

/** Who one is in the realm, and what one may open. */
export const startQuery = (realm: Realm) =>
  queryOptions({
    queryKey: ['start'],
    queryFn: async (): Promise<Start> => {
      // Pages and kinds of fields are known before the first of them is drawn.
      const [answer] = await Promise.all([answerOf(realm), loadPlugins()]);
      const { adminInfo, userInfo, menus, rules = [], siteConfig, badges = false, notices } = answer;
      setAllowed(realm, allowedIn(realm, menus), siteConfig.urls);
      return {
        person: (adminInfo ?? userInfo)!,
        menus: withAddresses(realm, menus),
        rules: withAddresses(realm, rules),
        badges,
        notices,
      };
    },
    staleTime: Infinity,
    retry: 1,
  });
