import type { NavigationFailure } from '../messages/navigationFailure.ts';
import { areaPageAt } from './areaPages.tsx';
import { isWebAddress, type MenuNode } from './menus.ts';

/** A page in a tab, a window of its own, or nothing at all with the reason to tell. */
type Destination = { readonly path: string } | { readonly address: string } | { readonly failure: NavigationFailure };

/** Where a menu entry leads. */
export function destinationOf(node: MenuNode, menus: readonly MenuNode[]): Destination {
  const { menu_type: type, url } = node;
  if (type !== 'tab' && type !== 'link' && type !== 'iframe') return { failure: 'unknownType' };
  if (type === 'link') return isWebAddress(url) ? { address: url } : { failure: 'invalidRoute' };
  return areaPageAt(node.address, menus) ? { path: node.address } : { failure: 'invalidRoute' };
}
