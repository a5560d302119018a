import type { TableName } from '#resource';
import type { ChatParts } from './chatParts.ts';

/** As far as the chat knows the members of another plugin. */
interface Person {
  readonly nickname?: string | null;
  readonly avatar?: string | null;
  readonly status?: number | null;
}

export const personOf = async ({ rows }: ChatParts, id: number | null): Promise<Person | undefined> =>
  id === null ? undefined : ((await rows('user' as TableName).get(id)) as Person | undefined);

/** Whether an administrator has disabled the member; nobody knows where the plugin of members is off. */
export const isDisabled = async (parts: ChatParts, id: number | null): Promise<boolean> =>
  parts.ledger !== undefined && (await personOf(parts, id))?.status === 0;
