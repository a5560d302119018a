import type { PluginRequest } from '#plugin';
import type { Caller } from '#resource';

/** Whose conversations they are. */
export interface Owner {
  /** `m7` for the member 7, `v` and the id for a visitor. */
  readonly key: string;
  /** Row id of the member; null for visitors. */
  readonly user: number | null;
}

export const memberOwner = (id: number): Owner => ({ key: `m${id}`, user: id });
export const visitorOwner = (id: string): Owner => ({ key: `v${id}`, user: null });

/** Any of them: nothing is theirs. */
export const visitor: Owner = { key: '', user: null };

/** The realm is one that another plugin brings: its name is not among the types where that is not there. */
const isMember = ({ realm }: Pick<Caller, 'realm'>): boolean => (realm as string) === 'member';

export function ownerOf({ caller }: Pick<PluginRequest, 'caller'>): Owner {
  if (isMember(caller)) return memberOwner(caller.id);
  if (!caller.visitor) throw new Error('The route of the chat does not know visitors.');
  return visitorOwner(caller.visitor.id);
}
