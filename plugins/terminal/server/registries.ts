import type { PluginCommand } from '#plugin';
import { nodes } from './nodes.ts';

const entryShape = /^([a-z][a-z0-9]{0,19})=(https?:\/\/[^\s?#]+)$/;
const place = '--location=project';

/**
 * Commands that switch between registries, in `.npmrc` of the project, which npm, pnpm and the first yarn read. Only those that whoever
 * runs the server has named: a registry decides what code is installed.
 */
export function registryCommands(given = process.env['TERMINAL_REGISTRIES'] ?? ''): readonly PluginCommand[] {
  const entries = given.split(',').flatMap((each) => (each.trim() === '' ? [] : [entryOf(each.trim())]));
  return [
    command('npm', ['npm', 'config', 'delete', 'registry', place]),
    ...entries.map(([name, address]) => command(name, ['npm', 'config', 'set', `registry=${address}`, place])),
  ];
}

function entryOf(text: string): readonly [name: string, address: string] {
  const [, name, address] = entryShape.exec(text) ?? [];
  if (name === undefined || address === undefined || name === 'npm')
    throw new Error(`TERMINAL_REGISTRIES has "${text}"; an entry is name=https://address, and no entry is called npm.`);
  return [name, address];
}

const command = (name: string, argv: PluginCommand['argv']): PluginCommand => ({
  name: `set-registry.${name}`,
  label: { 'zh-cn': `切换软件源：${name}`, en: `Fetch packages from ${name}` },
  argv,
  timeLimit: 60,
  node: nodes.build,
  blocks: false,
});
