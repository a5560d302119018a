import type { Caller } from '#resource';

/** Who asks: what somebody asks who is signed in as an administrator is not theirs, nor the other way round. */
export interface AskOwner {
  readonly admin_id: number;
  /** 0 for nobody. */
  readonly actor_id: number;
}

export const askOwnerOf = ({ id, actor }: Pick<Caller, 'id' | 'actor'>): AskOwner => ({
  admin_id: id,
  actor_id: actor?.id ?? 0,
});

/** Whether a question or a proposal is the caller's own. */
export function isOwn(
  { admin_id, actor_id }: Pick<AskOwner, 'admin_id'> & { readonly actor_id: number | null },
  caller: Caller,
): boolean {
  const own = askOwnerOf(caller);
  return admin_id === own.admin_id && (actor_id ?? 0) === own.actor_id;
}
