import type { PluginCard } from '#plugin';
import { today } from './generation/budget.ts';

type Figure = 'answers' | 'points';
const labels = {
  answers: { 'zh-cn': '今日 AI 回答', en: 'Chat answers today' },
  points: { 'zh-cn': '今日对话积分', en: 'Chat points today' },
} as const;

/** What was used since midnight. */
export const cards: readonly PluginCard[] = (['answers', 'points'] as const satisfies Figure[]).map((figure) => ({
  label: labels[figure],
  icon: 'fa fa-comments-o',
  node: 'chat/usage/index',
  async value(caller, host) {
    const date = today({ host });
    const rows = await host.rows('chat_usage', caller).list({ date });
    return rows.reduce((sum, row) => sum + row[figure], 0);
  },
}));
