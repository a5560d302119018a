import { queryOptions } from '@tanstack/react-query';
import { takeOrAsk } from '../http/early.ts';
import { authNodesOf, setAuthNode } from '../providers/accessControl.ts';
import type { MenuNode } from './menus.ts';
import { loadPlugins } from '../plugins/halves.ts';
import { startAddress } from './startAddress.ts';

interface Start {
  readonly adminInfo: {
    readonly nickname: string;
    readonly username: string;
    readonly avatar: string;
    readonly super: boolean;
  };
  readonly menus: readonly MenuNode[];
  readonly siteConfig: { readonly urls: readonly string[] };
  readonly badges: boolean;
}

/** Who one is, and what one may open. */
export const startQuery = queryOptions({
  queryKey: ['start'],
  queryFn: async () => {
    // Pages and kinds of fields are known before the first of them is drawn.
    const [start] = await Promise.all([takeOrAsk<Start>(startAddress), loadPlugins()]);
    setAuthNode(authNodesOf(start.menus), start.siteConfig.urls);
    return start;
  },
  staleTime: Infinity,
  retry: 1,
});
