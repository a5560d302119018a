import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lays so many small plugins into `plugins/` of the folder, each with a bit of everything that the contract has. */
export function writeSmallPlugins(root: string, count: number): void {
  for (let number = 1; number <= count; number += 1) {
    const name = `small${number}`;
    const folder = join(root, 'plugins', name);
    for (const language of ['en', 'zh-cn']) {
      mkdirSync(join(folder, 'locales', language), { recursive: true });
      writeFileSync(join(folder, 'locales', language, `${name}.json`), '{ "failed": "failed" }\n');
    }
    writeFileSync(join(folder, 'server.ts'), serverHalf(name, number));
  }
}

const serverHalf = (name: string, number: number): string => `import { f, Problem, settings, table } from '#resource';
import { definePlugin, job, type PluginHost } from '#plugin';

const ${name} = table('${name}', {
  title: f.text({ required: true, max: 120 }),
  status: f.enum({ draft: 'Draft', live: 'Live' }, { default: 'draft' }),
  amount: f.money({ default: '0' }),
  due: f.date({}),
  note: f.textarea({}),
});
const group = settings('${name}', { ${name}_limit: f.int({ default: ${number} }) });
declare module '#resource' {
  interface Tables {
    ${name}: typeof ${name};
  }
  interface SettingsGroups {
    ${name}: typeof group;
  }
}

let host: PluginHost;
const nightly = job({ name: 'nightly', schedule: '0 3 * * *', run: async () => host.log('nightly') });

export default definePlugin({
  name: '${name}',
  version: '1.0.0',
  label: { 'zh-cn': '小插件 ${number}', en: 'Small plugin ${number}' },
  resources: [
    ${name}.resource({
      path: '${name}/${name}',
      label: { 'zh-cn': '小表 ${number}', en: 'Small table ${number}' },
      traits: { sortable: true },
      list: { columns: ['title', 'status', 'amount', 'due'] },
      hooks: {
        beforeSave({ row }) {
          if (row.title === 'no') throw new Problem('${name}:failed');
        },
      },
    }),
  ],
  settings: [group.group({ label: { 'zh-cn': '小设置 ${number}', en: 'Small settings ${number}' } })],
  routes: [
    { method: 'GET', url: '/admin/${name}.report/index', node: '${name}/${name}/index', handler: () => ({ number: ${number} }) },
  ],
  cards: [{ label: { 'zh-cn': '小卡片', en: 'Small card' }, node: '${name}/${name}/index', value: () => ${number} }],
  jobs: [nightly],
  start(given) {
    host = given;
  },
});
`;
