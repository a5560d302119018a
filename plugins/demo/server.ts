import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { definePlugin } from '#plugin';
import { divisions } from './divisions.ts';
import { marker } from './marker.ts';
import { orders } from './orders.ts';
import { tasks } from './tasks.ts';

const dataDir = resolve(import.meta.dirname, '../..', process.env['DATA_DIR']?.trim() || 'data');

/** Tasks belong to projects, which a plugin of its own brings. */
const hasProjects = existsSync(resolve(import.meta.dirname, '../project'));

/** Its tables are there once `npm run demo` has filled them; other installations do not see them. */
export default definePlugin({
  name: 'demo',
  label: { 'zh-cn': '演示数据', en: 'Demo data' },
  description: {
    'zh-cn':
      '全国行政区划，约 67 万行，用于体验大数据量的列表；带明细的订单；按项目筛选的任务。运行 npm run demo 导入。',
    en: "China's administrative divisions, some 670,000 records, for trying out large lists, orders with their lines, and tasks that belong to projects. Load them with npm run demo.",
  },
  icon: 'fa fa-map',
  resources: existsSync(resolve(dataDir, marker)) ? [...divisions, ...orders, ...(hasProjects ? [tasks] : [])] : [],
});
