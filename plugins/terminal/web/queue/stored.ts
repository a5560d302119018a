import { TaskStatus, type TaskStatusValue } from '../../shared/protocol.ts';
import { keptLines, type Task, type Tasks } from './tasks.ts';

/** Where the terminal is stored (specification §3). */
export const storeKey = 'storeTerminal';
export type Stored = Pick<Tasks, 'showDot' | 'taskList' | 'automaticCleanupTask'>;

/** Characters of a stored line; the whole one is the server's. */
const longestLine = 500;

/** What is stored: exactly these three, of each task its last lines. */
export const storedText = ({ showDot, taskList, automaticCleanupTask }: Stored, lines = keptLines): string =>
  JSON.stringify({
    showDot,
    // Functions are no JSON: `callback` is left out.
    taskList: taskList.map((task) => ({ ...task, message: lastOf(task.message, lines) })),
    automaticCleanupTask,
  });

const lastOf = (message: readonly string[], lines: number): string[] =>
  lines === 0 ? [] : message.slice(-lines).map((line) => line.slice(0, longestLine));

/** What a text says that was stored, as far as it makes sense; people can change it. */
export function storedIn(text: string | null): Stored {
  const { showDot, taskList, automaticCleanupTask } = objectIn(text);
  return {
    showDot: showDot === true,
    taskList: (Array.isArray(taskList) ? taskList : []).flatMap(taskIn),
    automaticCleanupTask: Number(automaticCleanupTask ?? 1) === 1 ? 1 : 0,
  };
}

function objectIn(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function taskIn(value: unknown): Task[] {
  if (typeof value !== 'object' || value === null) return [];
  const { uuid, createtime, status, command, message, showMessage, blockOnFailure, extend } = value as Record<
    string,
    unknown
  >;
  if (typeof uuid !== 'string' || typeof command !== 'string' || !isStatus(status)) return [];
  return [
    {
      uuid,
      createtime: typeof createtime === 'string' ? createtime : '',
      status,
      command,
      message: Array.isArray(message) ? message.filter((line) => typeof line === 'string') : [],
      showMessage: showMessage === true,
      blockOnFailure: blockOnFailure !== false,
      extend: typeof extend === 'string' ? extend : '',
    },
  ];
}

const isStatus = (value: unknown): value is TaskStatusValue =>
  Object.values(TaskStatus).some((status) => status === value);

export const readStored = (): Stored => storedIn(reading(() => localStorage.getItem(storeKey)));

/** Keeps it over the visit; with fewer lines where there is no room for all. */
export function writeStored(state: Stored): void {
  for (const lines of [keptLines, 20, 0]) {
    try {
      return localStorage.setItem(storeKey, storedText(state, lines));
    } catch {
      // Full, or not allowed: the terminal goes on without.
    }
  }
}

function reading(read: () => string | null): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
