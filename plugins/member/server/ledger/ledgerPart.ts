import type { PluginPart } from '#plugin';
import type { BookParts } from './bookParts.ts';
import { balanceExtension } from './balances.ts';
import { checkJob } from './check/checkJob.ts';
import { findingResource, positionResource } from './check/findings.ts';
import { entryRoutes } from './entryRoutes.ts';
import { expireHolds } from './expireHolds.ts';
import { holdResource } from './holds.ts';
import { moneyLogResource, scoreLogResource } from './logs.ts';

/** The books: entries of money and points, reservations, and what they add to members. */
export const ledgerPart = (parts: BookParts): PluginPart => ({
  resources: [
    moneyLogResource(parts),
    scoreLogResource(parts),
    holdResource(parts),
    findingResource(checkJob),
    positionResource,
  ],
  jobs: [expireHolds, checkJob],
  extensions: [balanceExtension(parts)],
  routes: entryRoutes(parts),
});
