import { action, type FieldsOf, type Rows } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import { noteReading } from '../noteReading.ts';

/** What people have written is read as a file, by a node of its own; each reading stands in the security log. */
export const readAction = (parts: ChatParts) =>
  action<FieldsOf<'chat_conversation'>>({
    label: { 'zh-cn': '下载内容', en: 'Download' },
    on: 'row',
    icon: 'fa fa-download',
    changes: false,
    confirm: {
      'zh-cn': '下载此对话的内容？此操作会记入安全日志。',
      en: 'Download what was written in this conversation? This is recorded in the security log.',
    },
    async handler({ rows: [row], context }) {
      const { code, id } = row!;
      const text = await transcript(context.table('chat_message'), id);
      context.afterCommit(() => noteReading(parts, context.caller, row!));
      return { file: { name: `chat-${code}.md`, text } };
    },
  });

/** All branches, oldest first. */
async function transcript(messages: Rows<FieldsOf<'chat_message'>>, conversation_id: number): Promise<string> {
  const rows = await messages.list({ conversation_id }, { sort: 'id' });
  return rows
    .map(({ id, parent_id, role, model_name: model, status, text, detail, provider_words: words }) => {
      const who = model ? `${role}, ${model}` : role;
      const why = [detail, words].filter(Boolean).join(': ');
      return `## ${id} ← ${parent_id ?? '–'} · ${who} · ${status}\n\n${text ?? ''}\n${why && `\n> ${why}\n`}`;
    })
    .join('\n');
}
