import { f, table, type RowOf } from '#resource';
import type { AttachmentInfo } from '../../shared/wire.ts';
import { ratingField } from './rating.ts';

const statuses = {
  done: { 'zh-cn': '完成', en: 'Done', color: 'green' },
  running: { 'zh-cn': '生成中', en: 'Running', color: 'blue' },
  stopped: { 'zh-cn': '已停止', en: 'Stopped' },
  failed: { 'zh-cn': '失败', en: 'Failed', color: 'red' },
  interrupted: { 'zh-cn': '中断', en: 'Interrupted', color: 'orange' },
} as const;

/** Characters of an answer at the most; a provider that goes on is cut off. */
export const longestAnswer = 200_000;

const message = table('chat_message', {
  conversation_id: f.belongsTo('chat_conversation', {
    required: true,
    onDelete: 'cascade',
    label: { 'zh-cn': '对话', en: 'Conversation' },
  }),
  parent_id: f.int({ readonly: true, filter: false }),
  role: f.enum(
    { user: { 'zh-cn': '用户', en: 'User' }, assistant: { 'zh-cn': '助手', en: 'Assistant' } },
    { required: true, width: 88, label: { 'zh-cn': '角色', en: 'Role' } },
  ),
  text: f.textarea({ max: longestAnswer * 2, label: { 'zh-cn': '内容', en: 'Text' } }),
  status: f.enum(statuses, { default: 'done', index: true, width: 104, label: { 'zh-cn': '状态', en: 'Status' } }),
  /** Why it failed or ended early: `{ key, params }`. */
  error: f.json({ readonly: true, filter: false }),
  /** The same for administrators, by status and code: `429 insufficient_quota`. */
  detail: f.text({ max: 500, readonly: true, label: { 'zh-cn': '失败原因', en: 'Cause of failure' } }),
  /** In the words of the provider, which may repeat what was written: read with it. */
  provider_words: f.textarea({ max: 500, readonly: true, filter: false }),
  model_id: f.int({ readonly: true, filter: false }),
  model_name: f.text({ max: 100, readonly: true, width: 160, label: { 'zh-cn': '模型', en: 'Model' } }),
  tokens_in: f.int({ readonly: true, label: { 'zh-cn': '输入 Token', en: 'Input tokens' } }),
  tokens_out: f.int({ readonly: true, label: { 'zh-cn': '输出 Token', en: 'Output tokens' } }),
  /** Points that it has cost; null where nothing was to be paid. */
  cost: f.int({ readonly: true, label: { 'zh-cn': '消耗积分', en: 'Points' } }),
  /** Points set aside for what runs; settled with the answer. */
  reserved: f.int({ readonly: true, filter: false }),
  /** The budgets of a visitor that what runs was counted in (`Spent`): it is given back where there is no answer. */
  spent: f.json({ readonly: true, filter: false }),
  /** Counts how often it was begun: a further time when it is continued. Part of the key of its reservation. */
  turn: f.int({ default: 0, readonly: true, filter: false }),
  /** The growing log that it is written to. */
  output: f.text({ max: 36, readonly: true, filter: false }),
  /** Digest of owner and key of the request that made it: two of them at once make one message. */
  key: f.text({ unique: true, max: 64, readonly: true, filter: false }),
  /** Of that key alone: who signs in goes on with what they have sent before, and with its keys. */
  sent_key: f.text({ max: 64, index: true, readonly: true, filter: false }),
  /** Likewise of the request that has last continued it. */
  turn_key: f.text({ max: 64, readonly: true, filter: false }),
  /** How many messages its branch has until here; 0 of those that are older than the count. */
  depth: f.int({ default: 0, readonly: true, filter: false }),
  left_out: f.int({ default: 0, readonly: true, filter: false }),
  /** How many earlier messages the model was told of by a summary only. */
  summarised: f.int({ default: 0, readonly: true, filter: false }),
  /** Of its branch until here, this message included: what the model is told once the rest does not fit. */
  summary: f.textarea({ max: 20_000, readonly: true, filter: false }),
  feedback: ratingField(),
  attachments: f.json({ readonly: true, filter: false }),
  /** Their addresses: the plugin that keeps files counts this as a use of them. */
  files: f.files({ readonly: true, filter: false }),
});

declare module '#resource' {
  interface Tables {
    chat_message: typeof message;
  }
}

export { message };
export type MessageRow = RowOf<typeof message>;
export const attachmentsOf = ({ attachments }: Pick<MessageRow, 'attachments'>): readonly AttachmentInfo[] =>
  (attachments ?? []) as unknown as readonly AttachmentInfo[];
