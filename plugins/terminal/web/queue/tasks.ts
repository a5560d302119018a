import { controls, TaskStatus, type TaskStatusValue } from '../../shared/protocol.ts';

/** Lines of each task's output that the browser keeps over a visit; the server has all of it. */
export const keptLines = 200;

/** How a run has ended; `Failed` too when it was cancelled or never began. */
export type Outcome = typeof TaskStatus.success | typeof TaskStatus.failed;

/** A task of the list (specification §3). */
export interface Task {
  readonly uuid: string;
  /** `yyyy-mm-dd hh:MM:ss`. */
  readonly createtime: string;
  readonly status: TaskStatusValue;
  /** As `commandText` writes it: its name, then its parameters as in an address. */
  readonly command: string;
  /** The last lines of its output. */
  readonly message: readonly string[];
  readonly showMessage: boolean;
  readonly blockOnFailure: boolean;
  /** Sent with the command and sent back with each of its messages. */
  readonly extend: string;
  /** Told how it has ended; gone after a reload. */
  readonly callback?: ((outcome: Outcome) => void) | undefined;
}

/** The state of the terminal (specification §3), as far as it is about tasks. */
export interface Tasks {
  readonly show: boolean;
  readonly showDot: boolean;
  readonly taskList: readonly Task[];
  /** 1: tasks that succeeded go when a new one is added. */
  readonly automaticCleanupTask: 0 | 1;
}

export const isRunning = ({ status }: Task): boolean =>
  status === TaskStatus.connecting || status === TaskStatus.executing;
const hasFailed = ({ status }: Task): boolean => status === TaskStatus.failed || status === TaskStatus.unknown;
export const hasEnded = (task: Task): boolean => !isRunning(task) && task.status !== TaskStatus.waiting;
/** Whether no task behind it starts. */
const isBlocking = (task: Task): boolean => task.blockOnFailure && hasFailed(task);
export const canDelete = (task: Task): boolean => !isRunning(task);

export const taskOf = (list: readonly Task[], uuid: string): Task | undefined =>
  list.find((task) => task.uuid === uuid);

/** The task that starts next, if any; or that none will, since one in front has failed. */
export function nextTask(list: readonly Task[]): { readonly task?: Task; readonly isBlocked: boolean } {
  const at = list.findIndex(({ status }) => status === TaskStatus.waiting);
  if (at < 0) return { isBlocked: false };
  const isBlocked = list.slice(0, at).some(isBlocking);
  // One at a time: a task that is tried again may stand before one that runs.
  if (isBlocked || list.some(isRunning)) return { isBlocked };
  return { task: list[at]!, isBlocked: false };
}

/** With a new task at the end, without those that succeeded when they are to go. */
export const withTask = <T extends Tasks>(state: T, task: Task): T => ({
  ...state,
  showDot: state.showDot || !state.show,
  taskList: [...(state.automaticCleanupTask === 1 ? withoutSuccessful(state.taskList) : state.taskList), task],
});

export const withoutSuccessful = (list: readonly Task[]): Task[] =>
  list.filter(({ status }) => status !== TaskStatus.success);

/** Without the task; one that runs stays. */
export const withoutTask = (list: readonly Task[], uuid: string): Task[] =>
  list.filter((task) => task.uuid !== uuid || !canDelete(task));

/** Panel open or closed: open, there is nothing left that the dot could tell. */
export const withPanel = <T extends Tasks>(state: T, show: boolean): T => ({
  ...state,
  show,
  showDot: show ? false : state.showDot,
});

/** With the task changed; what blocks the others shows its messages by itself. */
export const changed = (list: readonly Task[], uuid: string, change: Partial<Task>): Task[] =>
  list.map((task) => (task.uuid === uuid ? shown({ ...task, ...change }, task) : task));

const shown = (task: Task, before: Task): Task =>
  task.status !== before.status && isBlocking(task) ? { ...task, showMessage: true } : task;

/** As the application finds the list when it starts: whatever ran then is unknown. */
export const afterStart = (list: readonly Task[]): Task[] =>
  list.map((task) => (isRunning(task) ? shown({ ...task, status: TaskStatus.unknown }, task) : task));

/** Milliseconds at which a run began: as this tab saw it, or as the server says of one that was joined later. */
export const begunAt = (
  seen: { readonly begun: number } | undefined,
  run: { readonly createtime: number } | undefined,
  now: number,
): number => seen?.begun ?? Math.min(now, (run?.createtime ?? Infinity) * 1000);

/** To be run anew, as a run of its own: the server runs what it is asked for by one uuid once. */
export const retried = (list: readonly Task[], uuid: string, next: string): Task[] =>
  list.map((task) =>
    task.uuid === uuid && hasEnded(task) ? { ...task, uuid: next, message: [], status: TaskStatus.waiting } : task,
  );

/** What the four control messages say of a task; undefined for a line of output. */
export function statusAfter(message: string, status: TaskStatusValue): TaskStatusValue | undefined {
  if (message === controls.linked) return TaskStatus.executing;
  if (message === controls.success) return TaskStatus.success;
  if (message === controls.error) return TaskStatus.failed;
  if (message === controls.completed) return status === TaskStatus.success ? TaskStatus.success : TaskStatus.failed;
  return undefined;
}
