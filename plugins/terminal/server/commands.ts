import type { PluginCommand } from '#plugin';
import type { Message } from '#resource';
import { discardCommand, packageManagers, type PackageManager } from '../shared/protocol.ts';
import { backupName } from './backupNames.ts';
import { backupsOf, isPostgres } from './backups.ts';
import { findProgram, projectFolder } from './environment.ts';
import { nodes } from './nodes.ts';
import type { TerminalParts } from './parts.ts';
import { readyDatabase } from './readyDatabase.ts';
import { registryCommands } from './registries.ts';

const label = (zh: string, en: string) => ({ 'zh-cn': zh, en });
const program = (name: string): string => `plugins/terminal/programs/${name}.ts`;

/** What programs need that open the database. */
const database = ['DATA_DIR', 'DATABASE_URL', 'SECRET_KEY', 'SECRET_KEY_OLD', 'TIME_ZONE'];
/** What programs need that read or write its file, or ask the tools of PostgreSQL. */
const databaseOnly = ['DATA_DIR', 'DATABASE_URL'];
/** What programs need that fetch packages. */
const network = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'npm_config_registry',
  'NPM_CONFIG_REGISTRY',
  'NODE_EXTRA_CA_CERTS',
];
/** Seconds. */
const hour = 3600;

/** What each program says of itself. */
const versions: readonly PluginCommand[] = [...packageManagers, 'node'].map((name) => ({
  name: `version.${name}`,
  label: label(`${name} 版本`, `Version of ${name}`),
  argv: [name, '--version'],
  timeLimit: 30,
  node: nodes.use,
  blocks: false,
}));

const ifInstalled = (manager: PackageManager): Pick<PluginCommand, 'unavailable'> => ({
  unavailable: () =>
    findProgram(manager, projectFolder, process.env) === undefined
      ? { key: 'terminalServer:refusal.noManager', params: { manager } }
      : undefined,
});

/** What PostgreSQL needs for it is a package of its own; SQLite needs nothing. */
function whyMissing(...names: readonly string[]): Message | undefined {
  const missing = names.find((name) => findProgram(name, projectFolder, process.env) === undefined);
  return isPostgres() && missing !== undefined
    ? { key: 'terminalServer:backup.noProgram', params: { program: missing } }
    : undefined;
}

const byManager = (manager: PackageManager): readonly PluginCommand[] => [
  {
    name: `web-install.${manager}`,
    label: label(`安装依赖（${manager}）`, `Install dependencies (${manager})`),
    description: label(
      '在旁边的文件夹中安装并检查，下次启动时切换；正在运行的服务器不受影响。',
      'Installs and checks aside; the next start switches. The running server is not touched.',
    ),
    argv: ['node', program('install'), manager],
    ...ifInstalled(manager),
    environment: network,
    timeLimit: hour,
    node: nodes.build,
  },
  {
    name: `web-build.${manager}`,
    label: label(`重新构建前端（${manager}）`, `Build the pages (${manager})`),
    description: label(
      '构建浏览器端文件；正在运行的服务器继续提供原来的页面，下次启动后生效。',
      "Builds the browser's bundle; the running server goes on with its own, the next start takes the new one.",
    ),
    argv: [manager, 'run', 'build'],
    ...ifInstalled(manager),
    timeLimit: hour,
    node: nodes.build,
  },
  {
    name: `test.${manager}`,
    label: label(`运行测试（${manager}）`, `Run the tests (${manager})`),
    // Nothing is installed before, beneath the running server.
    argv: testing[manager],
    ...ifInstalled(manager),
    timeLimit: 4 * hour,
    node: nodes.develop,
    development: true,
    blocks: false,
  },
];

const testing: Readonly<Record<PackageManager, PluginCommand['argv']>> = {
  npm: ['npm', 'run', '--ignore-scripts', 'test'],
  pnpm: ['pnpm', '--config.enable-pre-post-scripts=false', 'run', 'test'],
  yarn: ['yarn', 'exec', 'node', 'tools/test.ts'],
};

const ofDatabase = (parts: TerminalParts): readonly PluginCommand[] => [
  {
    name: 'db.plan',
    label: label('查看数据库变更计划', 'Plan the database'),
    description: label(
      '下次启动将对数据库做的更改；不会修改任何内容。',
      'What the next start would do to the database; changes nothing.',
    ),
    argv: ['node', 'tools/dbPlan.ts'],
    environment: database,
    node: nodes.database,
  },
  {
    name: 'db.apply',
    label: label('应用数据库变更', 'Apply the plan'),
    description: label(
      '立即执行数据库变更；重启后启用新的表和字段。',
      'Changes the database now; after a restart the new tables and fields are used.',
    ),
    argv: ['node', 'tools/dbApply.ts'],
    environment: database,
    timeLimit: hour,
    node: nodes.database,
    dangerous: true,
  },
  {
    name: 'backup',
    label: label('备份数据库', 'Back up the database'),
    description: label('将数据库备份到存储并校验。', 'Copies the database into the storage, and verifies the copy.'),
    argv: ['node', program('backup')],
    environment: databaseOnly,
    timeLimit: hour,
    node: nodes.database,
    unavailable: () => whyMissing('pg_dump', 'pg_restore'),
  },
  {
    name: 'restore',
    label: label('恢复数据库', 'Restore the database'),
    description: label(
      '校验备份并准备好，24 小时内的下次启动时切换；当前数据库会保留，所有人须重新登录。',
      'Verifies the backup and lays it ready; the next start within 24 hours switches, and keeps the present database. Everybody then signs in again.',
    ),
    argv: ['node', program('restore'), '{file}'],
    params: { file: { label: label('备份文件', 'Backup'), pattern: backupName, options: () => backupsOf(parts) } },
    environment: databaseOnly,
    timeLimit: hour,
    node: nodes.database,
    dangerous: true,
    unavailable: async () =>
      whyMissing('pg_restore', 'psql') ??
      ((await backupsOf(parts)).length === 0 ? { key: 'terminalServer:restore.none' } : undefined),
  },
  {
    name: discardCommand,
    label: label('放弃恢复', 'Discard the restore'),
    description: label(
      '删除已准备好的数据库，下次启动时不再切换；备份会保留。',
      "Removes the database that lies ready, so that the next start doesn't switch. The backup stays.",
    ),
    argv: ['node', program('discardRestore')],
    environment: databaseOnly,
    node: nodes.database,
    blocks: false,
    unavailable: async () =>
      whyMissing('psql') ?? ((await readyDatabase()) ? undefined : { key: 'terminalServer:restore.notReady' }),
  },
];

const developing: readonly PluginCommand[] = [
  {
    name: 'format',
    label: label('格式化代码', 'Format the code'),
    argv: ['prettier', '--write', '.', '--log-level', 'warn'],
    node: nodes.develop,
    development: true,
    blocks: false,
  },
  {
    name: 'lint',
    label: label('检查代码', 'Lint the code'),
    argv: ['oxlint', '--deny-warnings'],
    node: nodes.develop,
    development: true,
    blocks: false,
  },
  {
    name: 'demo',
    label: label('导入演示数据', 'Load the demo data'),
    description: label(
      '导入全国行政区划约 67 万行，重启后可见。',
      'Loads 660,000 rows of Chinese administrative divisions; shown after a restart.',
    ),
    argv: ['node', 'tools/demo.ts', '--beside'],
    environment: database,
    timeLimit: hour,
    node: nodes.develop,
    development: true,
    dangerous: true,
  },
  {
    name: 'cache',
    label: label('清除缓存', 'Clear caches'),
    description: label('删除编译与构建工具的缓存文件。', 'Removes what the compiler and build tools keep on the disk.'),
    argv: ['node', program('clearCaches')],
    timeLimit: 300,
    node: nodes.build,
    blocks: false,
  },
];

/** What the product itself brings to the terminal; other plugins add theirs. */
export const commandsOf = (parts: TerminalParts): readonly PluginCommand[] => [
  ...versions,
  ...packageManagers.flatMap(byManager),
  ...registryCommands(),
  ...ofDatabase(parts),
  ...developing,
];
