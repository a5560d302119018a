/** What both halves of the terminal know: messages, statuses and answers (specification §4 and §7, protocol §6). */

/** Messages that change the status of a task; whatever else comes is a line of its output. */
export const controls = {
  linked: 'command-link-success',
  success: 'command-exec-success',
  error: 'command-exec-error',
  completed: 'command-exec-completed',
} as const;
export type Control = (typeof controls)[keyof typeof controls];

/** Status of a task (specification §4). */
export const TaskStatus = { waiting: 0, connecting: 1, executing: 2, success: 3, failed: 4, unknown: 5 } as const;
export type TaskStatusValue = (typeof TaskStatus)[keyof typeof TaskStatus];

/** `data` of an event of the stream, as JSON. The id of the event is the offset at which a client that comes back goes on. */
export interface TerminalMessage {
  /** A line; several, with line breaks between them, for who has asked with `chunks=1`. */
  readonly data: string;
  readonly uuid: string;
  /** As the client sent it. */
  readonly extend: string;
  /** Name of the command. */
  readonly key: string;
  /** Only on the messages of `controls` that the server itself has sent: no output of a command has it. */
  readonly control?: true;
  /**
   * Only for who has asked with `partial=1`: lines that stand behind all that has come and are not stored, until the next lines
   * or the next such message. They have no id.
   */
  readonly partial?: true;
}

export type Outcome = 'success' | 'failed' | 'cancelled' | 'timeout' | 'interrupted';

/** A run of `POST /admin/Terminal/runs`. */
export interface RunAnswer {
  readonly uuid: string;
  readonly command: string;
  readonly status: TaskStatusValue;
  readonly exitCode: number | null;
  /** Null while it runs. */
  readonly outcome: Outcome | null;
  /** Unix seconds. */
  readonly createtime: number;
  readonly endtime: number | null;
  /** Characters of its output. */
  readonly length: number;
  /** Whether the middle of a long output was left out. */
  readonly cut: boolean;
}

export interface ParamAnswer {
  readonly name: string;
  readonly label: string;
  /** Source and flags of a regular expression that the whole value must match. */
  readonly pattern: string;
  readonly flags: string;
  readonly required: true;
  readonly options?: readonly string[];
}

/** A command that the caller may run. */
export interface CommandAnswer {
  readonly name: string;
  /** What stands before the first dot of the name. */
  readonly group: string;
  readonly label: string;
  readonly description: string;
  readonly params: readonly ParamAnswer[];
  /** Asks for the password: `POST /admin/Terminal/confirm`, whose proof goes with the run. */
  readonly dangerous: boolean;
  readonly development: boolean;
  readonly blockOnFailure: boolean;
  readonly available: boolean;
  /** Why it is not available. */
  readonly why: string;
}

/** A restored database that the next start takes. */
export interface ReadyDatabase {
  /** The backup; where somebody has laid one ready by hand, its place. */
  readonly file: string;
  /** Unix seconds at which it was laid ready; null where nobody knows. */
  readonly time: number | null;
}

/** `GET /admin/Terminal/commands`. */
export interface CommandsAnswer {
  readonly commands: readonly CommandAnswer[];
  /** Null too for those who could not discard it. */
  readonly ready: ReadyDatabase | null;
}

/** The command that calls it off. */
export const discardCommand = 'discard-restore';

export const packageManagers = ['npm', 'pnpm', 'yarn'] as const;
export type PackageManager = (typeof packageManagers)[number];
export const defaultManager = 'pnpm' satisfies PackageManager;
/** Specification §9. */
export const defaultPort = 8000;

export interface ConfigAnswer {
  readonly manager: PackageManager;
  readonly port: number;
  /** Version null: not installed. */
  readonly managers: readonly { readonly name: PackageManager; readonly version: string | null }[];
}
