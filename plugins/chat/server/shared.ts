import type { FieldsOf, Rows } from '#resource';
import type { ConversationRow } from './answers.ts';
import type { MessageRow } from './tables/message.ts';

/** What may become another after a public link was made, as it was then. Messages that are done stay what they are. */
export interface SharedState {
  readonly title: string;
  /** Characters that each message had that was not done, by its id. */
  readonly lengths: Readonly<Record<string, number>>;
}

export async function stateOf(
  messages: Rows<FieldsOf<'chat_message'>>,
  { id, title }: Pick<ConversationRow, 'id' | 'title'>,
): Promise<SharedState> {
  const open = await messages.list({ conversation_id: id, status: { ne: 'done' } });
  // The row of one that is being written has what stood there before that.
  const lengths = open.map(({ id: of, text }) => [of, (text ?? '').length]);
  return { title, lengths: Object.fromEntries(lengths) as SharedState['lengths'] };
}

/** A message as a link shows it: what it has been continued by since is not there. */
export const textAt = (state: SharedState | null, { id, status, text }: MessageRow): string => {
  const length = state?.lengths[id];
  if (length !== undefined) return (text ?? '').slice(0, length);
  return status === 'running' ? '' : (text ?? '');
};
