import { f, table, type Caller } from '#resource';
import { definePlugin, type PluginHost } from '#plugin';
import { stars } from './stars.ts';

const review = table('review', {
  text: f.textarea({ label: { 'zh-cn': '内容', en: 'Text' }, required: true, max: 500, search: true }),
  stars: stars({ label: { 'zh-cn': '评分', en: 'Stars' }, required: true }),
});

declare module '#resource' {
  interface Tables {
    review: typeof review;
  }
}

let host: PluginHost;

/** The mean of the reviews that the caller may see. */
async function average(caller: Caller): Promise<number> {
  const rows = await host.rows('review', caller).list();
  return rows.reduce((sum, row) => sum + row.stars, 0) / Math.max(rows.length, 1);
}

export default definePlugin({
  name: 'review',
  fields: [stars.kind],
  resources: [review.resource({ path: 'review/review', label: { 'zh-cn': '评价', en: 'Reviews' } })],
  menu: [
    {
      path: 'review/average',
      label: { 'zh-cn': '平均分', en: 'Average' },
      buttons: { index: { 'zh-cn': '查看', en: 'View' } },
      // How the directory `review` looks, which the path makes and where the table is too.
      directory: { label: { 'zh-cn': '用户评价', en: 'Feedback' }, icon: 'fa fa-comments-o' },
    },
  ],
  routes: [
    {
      method: 'GET',
      url: '/admin/review.average/index',
      node: 'review/average/index',
      handler: async ({ caller }) => ({ average: await average(caller) }),
    },
  ],
  // A figure on the dashboard of those who own the node.
  cards: [
    {
      label: { 'zh-cn': '平均评分', en: 'Average review' },
      icon: 'fa fa-star',
      node: 'review/average/index',
      value: async (caller) => (await average(caller)).toFixed(1),
    },
  ],
  start(given) {
    host = given;
  },
});
