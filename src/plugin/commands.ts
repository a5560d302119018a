import type { Label } from '#resource';

/** A program that administrators may run from a terminal. It is run as it stands, never by a shell. */
export interface PluginCommand {
  /** `group.key` as the terminal's protocol has it, such as `web-build.pnpm`. */
  readonly name: string;
  readonly label: Label;
  /** The program and its arguments; `{branch}` stands for a parameter. */
  readonly argv: readonly [program: string, ...args: string[]];
  /** Below the project's folder, which is the default. */
  readonly folder?: string;
  readonly params?: Readonly<Record<string, CommandParam>>;
  /** Seconds: 1–86,400, default 600. */
  readonly timeLimit?: number;
  /** Permission node that it needs. */
  readonly node: string;
  /** Whether somebody must confirm it. */
  readonly dangerous?: boolean;
}

export interface CommandParam {
  readonly label: Label;
  /** What the whole value must match. */
  readonly pattern: RegExp;
}

/** A command as `host.commands()` gives it, with everything filled in. */
export interface Command extends Required<Omit<PluginCommand, 'argv'>> {
  readonly plugin: string;
  /** The program and its arguments with these values; a `Problem` names the first that is missing, unknown or does not match. */
  argv(params?: Readonly<Record<string, unknown>>): readonly string[];
}
