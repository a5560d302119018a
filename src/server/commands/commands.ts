import { basename } from 'node:path';
import { Problem } from '#resource';
import type { Command, PluginCommand, ServerPlugin } from '#plugin';

/** What the commands of all plugins are, by name. Those that cannot be used are named in `faults`. */
export function commandsOf(plugins: readonly Pick<ServerPlugin, 'name' | 'commands'>[]): {
  readonly commands: ReadonlyMap<string, Command>;
  readonly faults: readonly string[];
} {
  const commands = new Map<string, Command>();
  const faults: string[] = [];
  for (const { name: plugin, commands: own = [] } of plugins)
    for (const each of own) {
      const taken = commands.get(each.name);
      if (taken)
        faults.push(
          `plugin ${plugin}: command "${each.name}" is one of the plugin ${taken.plugin} already; choose another name.`,
        );
      else commands.set(each.name, commandOf(plugin, each));
    }
  return { commands, faults };
}

const commandOf = (plugin: string, given: PluginCommand): Command => {
  const params = Object.fromEntries(
    Object.entries(given.params ?? {}).map(([name, param]) => [name, { ...param, pattern: steady(param.pattern) }]),
  );
  return {
    ...given,
    plugin,
    folder: given.folder ?? '.',
    params,
    timeLimit: given.timeLimit ?? 600,
    dangerous: given.dangerous ?? false,
    development: given.development ?? false,
    blocks: given.blocks ?? true,
    environment: given.environment ?? [],
    argv: (values = {}) => {
      for (const name of Object.keys(values)) if (!Object.hasOwn(params, name)) throw refused(given, name);
      return given.argv.map((part) => part.replaceAll(hole, (_whole, name: string) => checked(given, name, values)));
    },
  };
};

/** Without the flags that change where or how often it matches: it is about the whole value. */
const steady = ({ source, flags }: RegExp): RegExp => new RegExp(source, flags.replaceAll(/[dgmy]/g, ''));

const hole = /\{(\w+)\}/g;
const refused = ({ name }: PluginCommand, param: string): Problem =>
  new Problem('server:commandParam', { command: name, param });

/** No value begins like an option: programs would take it for one. */
function checked(command: PluginCommand, param: string, values: Readonly<Record<string, unknown>>): string {
  const value = values[param];
  const { source, flags } = steady(command.params![param]!.pattern);
  const whole = new RegExp(`^(?:${source})$`, flags);
  const isRight = typeof value === 'string' && !/^-|[\0\r\n]/.test(value) && whole.test(value);
  if (!isRight) throw refused(command, param);
  return value;
}

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'fish', 'cmd', 'cmd.exe', 'powershell', 'pwsh']);

/** Throws an Error that says what to write instead when a command cannot be offered. */
export function checkCommands({ commands = [] }: ServerPlugin): void {
  const known = new Set<string>();
  for (const command of commands) {
    const { name } = command;
    if (typeof name !== 'string' || !/^[a-z][\w-]*(\.[\w-]+)*$/i.test(name) || name.length > 80)
      throw new Error(`commands: the name "${name}" must be words joined by ".", such as "web-build.pnpm".`);
    if (known.has(name)) throw new Error(`commands: there are two of the name "${name}"; give one of them another.`);
    known.add(name);
    checkCommand(command);
  }
}

function checkCommand(command: PluginCommand): void {
  const { name, argv, folder, params = {}, timeLimit, node, environment = [], unavailable } = command;
  const assert = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`command "${name}": ${what}`);
  };
  const isList =
    Array.isArray(argv) && argv.length > 0 && argv.every((part) => typeof part === 'string' && !part.includes('\0'));
  assert(isList, "argv must be the program and its arguments, a text each: ['git', 'pull'].");
  assert(!hole.test(argv[0]) && !/\s/.test(argv[0]), 'argv begins with the name of one program, without parameters.');
  hole.lastIndex = 0;
  assert(!shells.has(basename(argv[0]).toLowerCase()), `"${argv[0]}" is a shell; name the program itself.`);
  const used = new Set(argv.flatMap((part) => [...part.matchAll(hole)].map(([, param]) => param!)));
  for (const param of used)
    assert(
      Object.hasOwn(params, param),
      `argv has {${param}}, which params does not; declare ${param}: { label, pattern }.`,
    );
  const isFunction = (value: unknown): boolean => value === undefined || typeof value === 'function';
  for (const [param, { pattern, options }] of Object.entries(params)) {
    assert(used.has(param), `params has ${param}, which argv does not use; write {${param}} in it, or leave it out.`);
    assert(pattern instanceof RegExp, `params.${param}.pattern must be a regular expression, such as /[a-z]+/.`);
    assert(isFunction(options), `params.${param}.options must be a function that gives a list of texts.`);
  }
  assert(isFunction(unavailable), 'unavailable must be a function that gives a message, or undefined.');
  const isBelow = folder === undefined || (!/^[/\\]|^[a-z]:|\0/i.test(folder) && !folder.split(/[/\\]/).includes('..'));
  assert(isBelow, `folder "${folder}" must be below the project's folder.`);
  const isTime = timeLimit === undefined || (Number.isInteger(timeLimit) && timeLimit >= 1 && timeLimit <= 86_400);
  assert(isTime, 'timeLimit must be a whole number of seconds from 1 to 86400.');
  const isNamed = Array.isArray(environment) && environment.every((each) => /^[A-Za-z_]\w*$/.test(each));
  assert(isNamed, "environment must be names of variables: ['DATABASE_URL'].");
  assert(typeof node === 'string' && node.includes('/'), 'node must be a permission node, such as "terminal/run".');
}
