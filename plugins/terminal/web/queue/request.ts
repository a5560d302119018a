import { loadCommands, loadConfig } from './calls.ts';
import { commandIn } from './commandText.ts';
import { addTask, type AddOptions } from './queue.ts';
import { terminal } from './store.ts';

/** What others ask for: by `openPanel('terminal', { task })`, or by the event `terminal:task`, which opens nothing. */
export interface TaskRequest extends AddOptions {
  /** Its name; of one that there is for each package manager, `web-build` for example, without the manager. */
  readonly command: string;
}

/** Adds the task; where there is no command of this name, the one of the chosen package manager. */
export async function addRequested({ command, ...options }: TaskRequest): Promise<void> {
  // What cannot be asked now is refused when the task runs, and seen there.
  await Promise.all([loadCommands(), loadConfig()]).catch(() => {});
  const { commands = [], packageManager } = terminal.getState();
  const { name } = commandIn(command);
  const ofManager = `${name}.${packageManager}`;
  const isShort = commands.every((each) => each.name !== name) && commands.some((each) => each.name === ofManager);
  addTask(isShort ? ofManager + command.slice(name.length) : command, options);
}
