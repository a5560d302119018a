import { describe, expect, it } from 'vitest';
import { definePlugin, type PluginCommand } from '#plugin';
import { checkCommands, commandsOf } from '../../src/server/commands/commands.ts';

const build: PluginCommand = {
  name: 'web-build.pnpm',
  label: 'Build',
  argv: ['pnpm', 'run', 'build', '--mode={mode}', '{file}'],
  params: { mode: { label: 'Mode', pattern: /dev|prod/ }, file: { label: 'File', pattern: /[\w./-]{1,20}/ } },
  node: 'terminal/build',
};
const argv = (params: Readonly<Record<string, unknown>>) =>
  commandsOf([{ name: 'tools', commands: [build] }])
    .commands.get('web-build.pnpm')!
    .argv(params);

describe('a command', () => {
  it('has everything filled in, and its values where they belong', () => {
    const { commands, faults } = commandsOf([{ name: 'tools', commands: [build] }]);
    expect(faults).toEqual([]);
    expect(commands.get('web-build.pnpm')).toMatchObject({
      plugin: 'tools',
      folder: '.',
      timeLimit: 600,
      dangerous: false,
      node: 'terminal/build',
    });
    expect(argv({ mode: 'prod', file: 'src/a.ts' })).toEqual(['pnpm', 'run', 'build', '--mode=prod', 'src/a.ts']);
  });

  it.each([
    [{ mode: 'prod' }, 'file'],
    [{ mode: 'production', file: 'a' }, 'mode'],
    [{ mode: 'prod\n', file: 'a' }, 'mode'],
    [{ mode: 'prod', file: 'a;b' }, 'file'],
    [{ mode: 'prod', file: '$(x)' }, 'file'],
    [{ mode: 'prod', file: 'a\nb' }, 'file'],
    [{ mode: 'prod', file: '--output' }, 'file'],
    [{ mode: 'prod', file: '' }, 'file'],
    [{ mode: ['prod'], file: 'a' }, 'mode'],
    [{ mode: 'prod', file: 'a', extra: 'x' }, 'extra'],
    [{ mode: 'prod', file: 'a', constructor: 'x' }, 'constructor'],
  ])('refuses %j', (params, param) => {
    expect(() => argv(params)).toThrow(
      expect.objectContaining({ key: 'server:commandParam', params: { command: 'web-build.pnpm', param } }),
    );
  });

  it('takes patterns with their flags, but for those of a search within a text', () => {
    const word = { label: 'Word', pattern: /[a-z_]+/giy };
    const loud = { ...build, argv: ['echo', '{word}'], params: { word } } satisfies PluginCommand;
    const { commands } = commandsOf([{ name: 'tools', commands: [loud] }]);
    const { params, argv: filled } = commands.get(build.name)!;
    expect(params['word']!.pattern).toEqual(/[a-z_]+/i);
    for (const value of ['A_b', 'A_b']) expect(filled({ word: value })).toEqual(['echo', value]);
  });

  it('of a name that another plugin has is named, and the first stays', () => {
    const { commands, faults } = commandsOf([
      { name: 'one', commands: [build] },
      { name: 'two', commands: [build] },
    ]);
    expect(commands.get('web-build.pnpm')!.plugin).toBe('one');
    expect(faults).toEqual([
      'plugin two: command "web-build.pnpm" is one of the plugin one already; choose another name.',
    ]);
  });

  it.each([
    [{ name: 'a b' }, 'must be words joined by "."'],
    [{ argv: 'pnpm install' }, 'argv must be the program and its arguments'],
    [{ argv: [] }, 'argv must be the program and its arguments'],
    [{ argv: ['bash', '-c', 'x'] }, '"bash" is a shell'],
    [{ argv: ['/bin/sh'] }, '"/bin/sh" is a shell'],
    [{ argv: ['{mode}'] }, 'argv begins with the name of one program'],
    [{ argv: ['pnpm install'] }, 'argv begins with the name of one program'],
    [{ argv: ['git', '{branch}'] }, 'argv has {branch}, which params does not'],
    [{ argv: ['git'] }, 'params has mode, which argv does not use'],
    [{ params: { mode: { label: 'x', pattern: 'x' }, file: build.params!['file'] } }, 'params.mode.pattern must be'],
    [
      { params: { ...build.params, file: { ...build.params!['file'], options: ['a'] } } },
      'params.file.options must be a function',
    ],
    [{ unavailable: 'no' }, 'unavailable must be a function'],
    [{ folder: '../x' }, 'must be below the project'],
    [{ folder: '/etc' }, 'must be below the project'],
    [{ timeLimit: 0 }, 'timeLimit must be'],
    [{ node: undefined }, 'node must be a permission node'],
  ])('declared with %j is refused with what to write instead', (change, why) => {
    const command = { ...build, ...change } as unknown as PluginCommand;
    expect(() => checkCommands(definePlugin({ name: 'tools', commands: [command] }))).toThrow(why);
  });

  it('as it should be is not', () => {
    expect(() => checkCommands(definePlugin({ name: 'tools', commands: [build] }))).not.toThrow();
    expect(() => checkCommands(definePlugin({ name: 'tools', commands: [build, build] }))).toThrow('two of the name');
  });
});
