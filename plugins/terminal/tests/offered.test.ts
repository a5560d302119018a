import { expect } from 'vitest';
import { testPlugin } from '#test';
import { definePlugin, type PluginCommand, type ServerPlugin } from '#plugin';
import type { CommandAnswer } from '../shared/protocol.ts';
import { terminal } from '../server.ts';
import { runToEnd } from './terminalClient.ts';

const command = (name: string, more: Partial<PluginCommand>): PluginCommand => ({
  name: `odd.${name}`,
  label: name,
  argv: ['node', '-p', '1'],
  node: 'terminal/run/use',
  ...more,
});
const choosing = (name: string, options: () => unknown): PluginCommand =>
  command(name, {
    argv: ['node', '-p', 'process.argv[1]', '{word}'],
    params: { word: { label: 'Word', pattern: /[a-z]+/, options: options as () => readonly string[] } },
  });
const unavailable = (name: string, why: () => unknown): PluginCommand =>
  command(name, { unavailable: why as PluginCommand['unavailable'] & {} });
const fail = (): never => {
  throw new Error('The tide is out.');
};
/** Right as it is, and wrong with the flag `u`. */
const odder = String.raw`[a-z\-\_]+`;
const never = (): Promise<never> => new Promise(() => {});

/** Commands that cannot say what they are asked, beside one that can, with and without a plugin in between. */
const odd = (): ServerPlugin =>
  definePlugin({
    name: 'odd',
    commands: [
      unavailable('whyThrows', fail),
      unavailable('whyHangs', never),
      unavailable('whyIsNone', () => 'not here'),
      choosing('choiceThrows', fail),
      choosing('choiceHangs', never),
      choosing('choiceIsNone', () => undefined),
      unavailable('away', () => ({ key: 'server:noTable', params: { table: 'tide' } })),
      command('loud', {
        argv: ['node', '-p', 'process.argv[1]', '{word}'],
        params: { word: { label: 'Word', pattern: new RegExp(odder, 'gi') } },
      }),
    ],
  });

testPlugin.onEither(
  'a command that cannot say whether it can run is not available; the others are',
  [terminal(), odd()],
  async (server) => {
    const token = await server.signIn();
    const listed = async (): Promise<Map<string, CommandAnswer>> => {
      const { json } = await server.request('GET', '/api/admin/Terminal/commands', { token });
      return new Map((json.data['commands'] as CommandAnswer[]).map((each) => [each.name, each]));
    };
    const why = "The plugin odd can't say whether this command can run. The server's log says why.";
    const commands = await listed();
    const broken = ['whyThrows', 'whyHangs', 'whyIsNone', 'choiceThrows', 'choiceHangs', 'choiceIsNone'];
    for (const name of broken) expect(commands.get(`odd.${name}`), name).toMatchObject({ available: false, why });
    expect(commands.get('version.node')).toMatchObject({ available: true, why: '' });
    expect(commands.get('odd.away')).toMatchObject({ available: false, why: 'There is no table “tide”.' });
    // Everybody's log has whose doing it is.
    const logged = server.logged.join('\n');
    expect(logged).toContain('plugin odd: unavailable of the command odd.whyThrows: The tide is out.');
    expect(logged).toContain('plugin odd: options of word of the command odd.choiceHangs: took longer than 300 ms');
    expect(logged).toContain('plugin odd: options of word of the command odd.choiceIsNone: gives something else');

    const run = await runToEnd(server, 'odd.whyHangs', 'odd-1', { token });
    expect([run.lines, run.controls.at(-2)]).toEqual([[`Error: ${why}`], 'command-exec-error']);
    expect((await runToEnd(server, 'odd.away', 'odd-2', { token })).lines).toEqual([
      'Error: There is no table “tide”.',
    ]);

    // The page is told the pattern as it is declared.
    const [word] = commands.get('odd.loud')!.params;
    expect(word).toMatchObject({ pattern: odder, flags: 'i' });
    const params = JSON.stringify({ word: 'Some_Thing' });
    const loud = await runToEnd(server, 'odd.loud', 'odd-3', { token, query: { params } });
    expect(loud.lines).toContain('Some_Thing');
  },
  { limits: { hook: 300 } },
);
