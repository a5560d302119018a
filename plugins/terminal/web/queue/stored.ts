import { TaskStatus, type TaskStatusValue } from '../../shared/protocol.ts';
import { claimedBy, placeOf } from '../header/owner.ts';
import { keptLines, type Task, type Tasks } from './tasks.ts';

/** What of the terminal is stored (specification §3). */
export type Stored = Pick<Tasks, 'showDot' | 'taskList' | 'automaticCleanupTask'>;

/** Characters of a stored line; the whole one is the server's. */
export const longestLine = 500;

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

/** What is stored for a person; nothing for nobody. */
export function readStored(person: string | undefined): Stored {
  if (person === undefined) return storedIn(null);
  try {
    return storedIn(localStorage.getItem(placeOf(person)));
  } catch {
    return storedIn(null);
  }
}

/** Keeps it over the visit; with fewer lines where there is no room for all. */
export function writeStored(person: string | undefined, state: Stored): void {
  if (person === undefined) return;
  for (const lines of [keptLines, 20, 0]) {
    try {
      return localStorage.setItem(claimedBy(person), storedText(state, lines));
    } catch {
      // Full, or not allowed: the terminal goes on without.
    }
  }
}

/** Whether what another tab has changed is this person's; the key is null when all was removed. */
export function isStoredAt(key: string | null, person: string | undefined): boolean {
  try {
    return person !== undefined && (key === null || key === placeOf(person));
  } catch {
    return false;
  }
}
