import { joinParts, type PluginPart } from '#plugin';
import { signUpCards } from './account/cards.ts';
import { entryLists } from './account/entries.ts';
import { overviewRoute } from './account/overview.ts';
import { addressResource } from './address/address.ts';
import { checkInPart } from './checkIn/checkInPart.ts';
import { bookParts } from './ledger/bookParts.ts';
import { ledgerPart } from './ledger/ledgerPart.ts';
import type { MemberParts } from './memberParts.ts';
import { redeemPart } from './redeem/redeem.ts';

/** All that has to do with what members own: the ledger, and what they see and get of it. */
export function booksPart(given: Pick<MemberParts, 'host'>): PluginPart {
  const { parts, start } = bookParts(given);
  return joinParts([
    { start },
    ledgerPart(parts),
    checkInPart(parts),
    redeemPart(parts),
    { resources: [addressResource], routes: [...entryLists(parts), overviewRoute(parts)], cards: signUpCards },
  ]);
}
