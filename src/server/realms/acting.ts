import { Code, Problem, type Actor, type Caller } from '#resource';
import type { Moment } from './currentRights.ts';
import type { Identity, Realm } from './realm.ts';

/** Whether somebody may be signed in as somebody else: a super administrator as one who is none. */
export const mayActAs = (actor: Pick<Identity, 'super'>, as: Pick<Identity, 'super'>): boolean =>
  actor.super && !as.super;

/** Refuses what is nobody's business but the account's own to who is signed in as it. */
export function assertNotActing({ actor }: Pick<Caller, 'actor'>): void {
  if (actor) throw new Problem('session:acting', {}, { code: Code.forbidden });
}

/** Who acts, as everything that they do is noted under. */
export const actorIn = ({ id, username }: Pick<Identity, 'id' | 'username'>): Actor => ({ id, username });

/** Who acts, by their id, while they may act as this one. */
export async function actorOf(
  realm: Realm,
  id: number,
  as: Identity,
  moment: Moment | undefined,
): Promise<Identity | undefined> {
  const actor = await realm.identityOf(id, moment);
  return actor && mayActAs(actor, as) ? actor : undefined;
}
