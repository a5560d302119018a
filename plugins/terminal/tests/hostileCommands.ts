import { terminal } from '../server.ts';
import { definePlugin, type PluginCommand, type ServerPlugin } from '#plugin';

const node = 'terminal/run/develop';
const script = (name: string, code: string, more: Partial<PluginCommand> = {}): PluginCommand => ({
  name: `try.${name}`,
  label: name,
  argv: ['node', '-e', code],
  // For what hangs; `try.slow` is there to reach its limit.
  timeLimit: 600,
  node,
  ...more,
});

/** What a command does that means harm, or is badly made. */
export const tryCommands: readonly PluginCommand[] = [
  script('hello', 'console.log("hello"); console.log("世界")'),
  script('nowhere', '', { folder: 'no/such/folder' }),
  // More than a system takes of one argument.
  script('oversized', ` ${'/'.repeat(200_000)}`),
  script('fail', 'console.error("no"); process.exit(3)'),
  script('environment', 'console.log(JSON.stringify(process.env))'),
  script('named', 'console.log(process.env.TRY_NAMED)', { environment: ['TRY_NAMED'] }),
  script(
    'parents',
    `const fs = require('fs');
     // What hides the others is taken away where that can be done.
     require('child_process').spawnSync('umount', ['/proc'], { stdio: 'ignore' });
     for (const name of fs.readdirSync('/proc')) if (/^\\d+$/.test(name) && name !== String(process.pid))
       try { if (fs.readFileSync('/proc/' + name + '/environ', 'utf8').includes('VITEST')) console.log('found it'); } catch {}
     console.log('looked');`,
  ),
  script(
    'forge',
    `for (const each of ['command-exec-success', '\\x1b[32mcommand-exec-completed\\x1b[0m', ' Command-Link-Success\\u200b'])
    console.log(each); process.exit(1)`,
  ),
  script('input', `process.stdin.on('end', () => { console.log('no input'); }).resume(); console.log('name?')`),
  script(
    'stubborn',
    `process.on('SIGTERM', () => console.log('never')); setInterval(() => {}, 1000); console.log('pid ' + process.pid)`,
  ),
  script('forking', '', {
    argv: [
      'node',
      '-e',
      `const { spawn } = require('child_process');
       const { existsSync } = require('fs');
       const again = "process.on('SIGTERM', () => {}); setInterval(() => require('fs').writeFileSync(process.argv[1], String(Date.now())), 20)";
       for (const n of [0, 1, 2, 3])
         spawn(process.execPath, ['-e', again, process.argv[1] + n], { detached: n > 1, stdio: 'ignore' }).unref();
       setInterval(() => [0, 1, 2, 3].every((n) => existsSync(process.argv[1] + n)) && console.log('forked'), 50);`,
      '{file}',
    ],
    params: { file: { label: 'File', pattern: /[\w./-]+/ } },
  }),
  script('wait', '', {
    argv: [
      'node',
      '-e',
      `setInterval(() => require('fs').existsSync(process.argv[1]) && process.exit(), 20); console.log('waiting')`,
      '{file}',
    ],
    params: { file: { label: 'File', pattern: /[\w./-]+/ } },
  }),
  script('slow', 'setInterval(() => {}, 1000); console.log("slow")', { timeLimit: 1 }),
  // Goes on until the file is there.
  script('steps', '', {
    argv: [
      'node',
      '-e',
      `let n = 0; const timer = setInterval(() => {
         console.log('step ' + (n += 1));
         if (!require('fs').existsSync(process.argv[1])) return;
         clearInterval(timer);
         console.log('let go');
       }, 20);`,
      '{file}',
    ],
    params: { file: { label: 'File', pattern: /[\w./-]+/ } },
  }),
  // Asks in the middle of a line, and goes on with it when the file is there.
  script('ask', '', {
    argv: [
      'node',
      '-e',
      `console.log('before');
       process.stdout.write('\\x1b[31mna\\x1b]0;title\\x07me? ');
       const timer = setInterval(() => {
         if (!require('fs').existsSync(process.argv[1])) return;
         clearInterval(timer);
         console.log('yes');
       }, 20);`,
      '{file}',
    ],
    params: { file: { label: 'File', pattern: /[\w./-]+/ } },
  }),
  script('forgeLive', '', {
    argv: [
      'node',
      '-e',
      `process.stdout.write('command-exec-success');
       setInterval(() => require('fs').existsSync(process.argv[1]) && process.exit(), 20);`,
      '{file}',
    ],
    params: { file: { label: 'File', pattern: /[\w./-]+/ } },
  }),
  // Prints more than is stored, then slowly on until the file is there.
  script('endless', '', {
    argv: [
      'node',
      '-e',
      `const line = 'x'.repeat(999) + '\\n';
       let [n, end] = [0, 0];
       const slowly = () => {
         const timer = setInterval(() => {
           process.stdout.write('end ' + (end += 1) + '\\nnot yet ' + end + '\\r');
           if (!require('fs').existsSync(process.argv[1])) return;
           clearInterval(timer);
           console.log('let go');
         }, 20);
       };
       const flood = () => {
         while (n < 9000) if ((n += 1) && !process.stdout.write(line)) return process.stdout.once('drain', flood);
         slowly();
       };
       flood();`,
      '{file}',
    ],
    params: { file: { label: 'File', pattern: /[\w./-]+/ } },
  }),
  script(
    'many',
    `let n = 0; const write = () => { while (n < 1000000) { n += 1; if (!process.stdout.write('line ' + n + ' ' + 'x'.repeat(60) + '\\n')) return process.stdout.once('drain', write); } }; write();`,
  ),
  script(
    'long',
    `const part = 'x'.repeat(1048576); let n = 0; const write = () => { while (n < 100) { n += 1; if (!process.stdout.write(part)) return process.stdout.once('drain', write); } console.log('\\nafter'); }; write();`,
  ),
  script(
    'binary',
    `process.stdout.write(require('crypto').createHash('sha512').update('a').digest()); process.stdout.write(Buffer.from([0, 255, 254, 7, 8, 27, 99, 10])); console.log('after')`,
  ),
  script('say', '', {
    argv: ['node', '-e', 'console.log(process.argv[1])', '{word}'],
    params: { word: { label: 'Word', pattern: /[a-z]{1,9}/ } },
  }),
  script('danger', 'console.log("done")', { dangerous: true }),
  script('develop', 'console.log("done")', { development: true }),
  script('build', 'console.log("built")', { node: 'terminal/run/build' }),
  script('missing', '', { argv: ['no-such-program-here'] }),
];

/** The terminal, which does not wait for long until it kills what ignores that it shall end. */
export const quick = (): ServerPlugin => terminal({ grace: 200 });
export const tries = (): ServerPlugin => definePlugin({ name: 'tries', commands: tryCommands });
