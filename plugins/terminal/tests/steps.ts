import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definePlugin, type PluginCommand, type ServerPlugin } from '#plugin';

/** Commands of the journeys: they print, fail, and wait until they are let go. */
export interface Steps {
  readonly plugin: ServerPlugin;
  /** Lets the command go that waits, and those after it. */
  go(): void;
  /** The next ones wait again. */
  hold(): void;
}

const node = 'terminal/run/use';

/** Files of tests that share a process share an application, and so the file that its commands wait for. */
const file = join(tmpdir(), `terminal-steps-${process.pid}-${process.env['VITEST_POOL_ID'] ?? ''}`);

export function steps(): Steps {
  const script = (name: string, label: string, code: string, more: Partial<PluginCommand> = {}): PluginCommand => ({
    name: `steps.${name}`,
    label: { 'zh-cn': `步骤：${label}`, en: label },
    argv: ['node', '-e', code, file],
    timeLimit: 60,
    node,
    ...more,
  });
  const wait = `console.log('begun'); let n = 0; const timer = setInterval(() => {
    console.log('tick ' + (n += 1));
    if (!require('fs').existsSync(process.argv[1])) return;
    clearInterval(timer); console.log('let go');
  }, 50);`;
  const commands = [
    script('colours', 'Colours', colours, {
      description: { 'zh-cn': '输出全部颜色', en: 'Prints all the colours there are' },
    }),
    script('wait', 'Wait', wait),
    script('waitFree', 'Wait freely', wait, { blocks: false }),
    script('ask', 'Ask', `process.stdout.write('\x1b[31mna' + 'me? '); ${goOn}`),
    script(
      'endless',
      'Endless',
      `process.stdout.write(('x'.repeat(999) + '\\n').repeat(9000)); let n = 0; const timer = setInterval(() => {
        console.log('end ' + (n += 1));
      }, 50); ${goOn}`,
    ),
    script('fail', 'Fail', `console.error('Something is wrong.'); process.exit(3)`),
    script('failFree', 'Fail freely', `console.error('Something is wrong.'); process.exit(4)`, { blocks: false }),
    script('say', 'Say', `console.log('word: ' + process.argv[1])`, {
      argv: ['node', '-e', `console.log('word: ' + process.argv[1])`, '{word}'],
      params: { word: { label: { 'zh-cn': '词', en: 'Word' }, pattern: /[a-z]{1,9}/, options: () => ['one', 'two'] } },
    }),
    script('danger', 'Wipe', `console.log('wiped')`, {
      dangerous: true,
      description: { 'zh-cn': '不可恢复', en: 'Nothing brings it back' },
    }),
    script('away', 'Away', '', { unavailable: () => ({ key: 'terminalServer:refusal.development' }) }),
    script('after', 'After', `console.log('after')`, {
      unavailable: () => (existsSync(file) ? undefined : { key: 'terminalServer:restore.none' }),
    }),
    script('many', 'Many lines', flood('"line " + n'), { timeLimit: 300 }),
    script('manyColoured', 'Many coloured lines', flood(coloured), { timeLimit: 300 }),
    script('manyLong', 'Many long lines', flood('("line " + n + " ").repeat(1500)', 1000), { timeLimit: 300 }),
    script('manyLongColoured', 'Many long coloured lines', flood(`(${coloured}).repeat(300)`, 1000), {
      timeLimit: 300,
    }),
  ];
  return {
    plugin: definePlugin({ name: 'steps', commands }),
    go: () => writeFileSync(file, ''),
    hold: () => rmSync(file, { force: true }),
  };
}

/** Ends when it is let go. */
const goOn = `const look = setInterval(() => {
  if (!require('fs').existsSync(process.argv[1])) return;
  clearInterval(look); if (typeof timer !== 'undefined') clearInterval(timer); console.log('let go');
}, 50);`;

const colours = `const e = '\\u001b[';
for (let n = 0; n < 8; n += 1)
  console.log(e + (30 + n) + 'mcolour ' + n + e + '0m ' + e + (90 + n) + 'mbright ' + n + e + '0m ' + e + '1;' + (30 + n) + 'mbold' + e + '0m ' + e + '7;' + (30 + n) + 'minverse' + e + '0m ' + e + '38;5;' + (40 + n * 25) + 'mcube' + e + '0m');
console.log(e + '4munderlined' + e + '0m, ' + e + '3mitalic' + e + '0m, ' + e + '2mdim' + e + '0m');
console.log('世界 🌍');`;

const coloured = String.raw`"\x1b[3" + n % 8 + "mline \x1b[1;48;5;" + n % 256 + "m" + n + "\x1b[0m"`;

/** Prints a million lines, or fewer, of a number `n` each. */
const flood = (text: string, count = 1_000_000): string => `let n = 0; const write = () => {
  while (n < ${count}) {
    n += 1;
    if (!process.stdout.write(${text} + '\\n')) return process.stdout.once('drain', write);
  }
};
write();`;
