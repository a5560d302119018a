import type { PluginTransaction } from '#plugin';
import { f, table } from '#resource';
import type { ChatParts } from '../chatParts.ts';
import type { Owner } from '../owner.ts';

/** What members have used, by model and day; visitors together. */
const usage = table('chat_usage', {
  date: f.date({ required: true, label: { 'zh-cn': '日期', en: 'Day' } }),
  user_id: f.int({ readonly: true, index: true, label: { 'zh-cn': '会员 ID', en: 'Member ID' }, render: 'member' }),
  model_name: f.text({ required: true, max: 100, label: { 'zh-cn': '模型', en: 'Model' } }),
  answers: f.int({ default: 0, label: { 'zh-cn': '回答数', en: 'Answers' } }),
  tokens_in: f.int({ default: 0, label: { 'zh-cn': '输入 Token', en: 'Input tokens' } }),
  tokens_out: f.int({ default: 0, label: { 'zh-cn': '输出 Token', en: 'Output tokens' } }),
  points: f.int({ default: 0, label: { 'zh-cn': '消耗积分', en: 'Points' } }),
  /** Day, member and model. */
  key: f.text({ required: true, unique: true, max: 150, filter: false }),
});

declare module '#resource' {
  interface Tables {
    chat_usage: typeof usage;
  }
}

export const usageResource = usage.resource({
  path: 'chat/usage',
  label: { 'zh-cn': '用量统计', en: 'Usage' },
  icon: 'fa fa-bar-chart',
  menu: { weigh: 48 },
  actions: ['index'],
  list: {
    empty: {
      'zh-cn': '还没有用量，有人使用 AI 对话后按天统计',
      en: 'No usage yet. It is counted by day once people chat',
    },
    columns: ['date', 'user_id', 'model_name', 'answers', 'tokens_in', 'tokens_out', 'points'],
    filters: ['date', 'user_id', 'model_name'],
    sort: '-date',
  },
  access: { key: { read: () => false, write: () => false } },
  personal: { realm: 'member', field: 'user_id', erase: 'delete' },
});

interface Used {
  readonly day: string;
  readonly owner: Pick<Owner, 'user'>;
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly points: number;
}

/** Adds an answer to what was used on the day. */
export async function noteUsage(
  { host }: Pick<ChatParts, 'host'>,
  transaction: PluginTransaction,
  { day, owner, model, tokensIn, tokensOut, points }: Used,
): Promise<void> {
  const rows = transaction.rows('chat_usage', host.system);
  const key = `${day} ${owner.user ?? '-'} ${model}`;
  const find = async () => (await rows.list({ key }, { limit: 1 }))[0];
  const add = () =>
    rows
      .add({ key, date: day, user_id: owner.user, model_name: model })
      // Another answer may have been the first.
      .catch(async (error: unknown) => (await find()) ?? Promise.reject(error));
  const { id } = (await find()) ?? (await add());
  await rows.increment(id, { answers: 1, tokens_in: tokensIn, tokens_out: tokensOut, points });
}
