import type { MenuEntry } from '#plugin';
import { runLabel, runPath } from './runTable.ts';

/** What a group of administrators can be given. The first is needed for all the others. */
export const nodes = {
  use: `${runPath}/use`,
  build: `${runPath}/build`,
  database: `${runPath}/database`,
  develop: `${runPath}/develop`,
} as const;

/** The same page as that of the table, with nodes for what can be run. */
export const menu: readonly MenuEntry[] = [
  {
    path: runPath,
    label: runLabel,
    icon: 'fa fa-terminal',
    weigh: 85,
    directory: { label: { 'zh-cn': '终端', en: 'Terminal' }, icon: 'fa fa-terminal', weigh: 85 },
    buttons: {
      use: { 'zh-cn': '使用终端', en: 'Use the terminal' },
      build: { 'zh-cn': '安装依赖与构建', en: 'Install and build' },
      database: { 'zh-cn': '数据库命令', en: 'Database commands' },
      develop: { 'zh-cn': '开发命令', en: 'Development commands' },
    },
  },
];
