import type { Label, Message } from '#resource';

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
  /** Whether somebody must confirm it, by their password. */
  readonly dangerous?: boolean;
  /** One sentence on what it does. */
  readonly description?: Label;
  /** For those who develop the site: off in production (`NODE_ENV`) unless the terminal's settings allow it. */
  readonly development?: boolean;
  /** Whether commands that wait behind it stay where they are when it fails: true unless said otherwise. */
  readonly blocks?: boolean;
  /** Variables of the server's environment that it needs, such as `DATABASE_URL`; beside them it gets none that could be a secret. */
  readonly environment?: readonly string[];
  /** Why it cannot be run here, asked when it is offered and when it is run; undefined when it can. */
  unavailable?(): Message | undefined | Promise<Message | undefined>;
}

export interface CommandParam {
  readonly label: Label;
  /** What the whole value must match. */
  readonly pattern: RegExp;
  /** Values to choose among; others that match are taken too. */
  options?(): readonly string[] | Promise<readonly string[]>;
}

/** A command as `host.commands()` gives it, with everything filled in. */
export interface Command
  extends
    Required<Omit<PluginCommand, 'argv' | 'description' | 'unavailable'>>,
    Pick<PluginCommand, 'description' | 'unavailable'> {
  readonly plugin: string;
  /** The program and its arguments with these values; a `Problem` names the first that is missing, unknown or does not match. */
  argv(params?: Readonly<Record<string, unknown>>): readonly string[];
}
