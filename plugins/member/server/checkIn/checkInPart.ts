import type { PluginPart } from '#plugin';
import type { BookParts } from '../ledger/bookParts.ts';
import { checkIn, monthOf } from './checkIn.ts';
import { checkInResource } from './checkInRows.ts';
import { checkInGroup } from './checkInRule.ts';

const own = { url: '/account/checkIn', realm: 'member' } as const;

/** Members check in, once a day; `/user/checkIn` is the protocol's name for signing in. */
export const checkInPart = (parts: BookParts): PluginPart => ({
  resources: [checkInResource],
  settings: [checkInGroup],
  routes: [
    { ...own, method: 'POST', node: 'account/overview/checkIn', handler: (request) => checkIn(parts, request) },
    { ...own, method: 'GET', node: 'account/overview', handler: (request) => monthOf(parts, request) },
  ],
});
