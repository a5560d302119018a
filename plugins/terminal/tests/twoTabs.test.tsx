import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { owner } from '../web/header/owner.ts';
import { addTask, clearSuccessful, deleteTask } from '../web/queue/queue.ts';
import { changeTask, terminal } from '../web/queue/store.ts';
import { storedIn } from '../web/queue/stored.ts';
import { TaskStatus, type TaskStatusValue } from '../shared/protocol.ts';
import type { Task } from '../web/queue/tasks.ts';

const place = 'storeTerminal';
const other: Task = {
  uuid: 'other',
  createtime: '',
  // Nothing starts behind it.
  status: TaskStatus.failed,
  command: 'odd.other',
  message: [],
  showMessage: false,
  blockOnFailure: true,
  extend: '',
};
const stored = (): readonly Task[] => storedIn(localStorage.getItem(place)).taskList;
const names = (tasks: readonly Task[]): string[] => tasks.map(({ command }) => command);
const shown = (): string[] => names(terminal.getState().taskList);

/** What a tab does that stores its list, without having seen what was stored a moment ago. */
function elsewhere(taskList: readonly Task[]): void {
  const newValue = JSON.stringify({ showDot: false, taskList, automaticCleanupTask: 1 });
  localStorage.setItem(place, newValue);
  dispatchEvent(new StorageEvent('storage', { key: place, newValue }));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  localStorage.clear();
  owner.set(undefined);
  owner.set('twoTabs');
  elsewhere([other]);
});
afterEach(() => {
  owner.set(undefined);
  localStorage.clear();
  vi.useRealTimers();
});

it('keeps a task that a tab has overlooked which stored its list meanwhile', () => {
  addTask('odd.added');
  elsewhere([other]);
  expect(shown()).toEqual(['odd.other', 'odd.added']);
  expect(names(stored())).toEqual(['odd.other', 'odd.added']);
});

it('takes what another tab has added though this one has stored its own list over it', () => {
  const newValue = JSON.stringify({ taskList: [other, { ...other, uuid: 'theirs', command: 'odd.theirs' }] });
  dispatchEvent(new StorageEvent('storage', { key: place, newValue }));
  expect(shown()).toEqual(['odd.other', 'odd.theirs']);
  expect(names(stored())).toEqual(['odd.other', 'odd.theirs']);
  // Once known, what is stored without it has removed it.
  elsewhere([other]);
  expect(shown()).toEqual(['odd.other']);
});

it('takes it for removed once the other tab has known it, or has had the time to', () => {
  addTask('odd.known');
  elsewhere([...stored()]);
  elsewhere([other]);
  expect(shown()).toEqual(['odd.other']);
  addTask('odd.old');
  vi.setSystemTime(Date.now() + 6000);
  elsewhere([other]);
  expect(shown()).toEqual(['odd.other']);
});

it('does not insist for ever: two tabs that do would store without end', () => {
  addTask('odd.added');
  for (let count = 0; count < 5; count += 1) elsewhere([other]);
  expect(shown()).toEqual(['odd.other', 'odd.added']);
  elsewhere([other]);
  expect(shown()).toEqual(['odd.other']);
});

it('keeps a task removed that another tab stores once more', () => {
  const before = terminal.getState().taskList;
  deleteTask('other');
  elsewhere(before);
  expect(shown()).toEqual([]);
  expect(stored()).toEqual([]);
});

it('keeps the end of a run that another tab stores as running', () => {
  const as = (status: TaskStatusValue): Task[] => [{ ...other, status }];
  elsewhere(as(TaskStatus.executing));
  changeTask('other', { status: TaskStatus.success });
  elsewhere(as(TaskStatus.executing));
  expect(terminal.getState().taskList).toMatchObject([{ status: TaskStatus.success }]);
  expect(stored()).toMatchObject([{ status: TaskStatus.success }]);
  // Attached again by that tab, it runs.
  vi.setSystemTime(Date.now() + 6000);
  elsewhere(as(TaskStatus.executing));
  expect(terminal.getState().taskList).toMatchObject([{ status: TaskStatus.executing }]);
  elsewhere(as(TaskStatus.success));
  clearSuccessful();
  expect(shown()).toEqual([]);
});

it("keeps nothing of one person's for the next", () => {
  addTask('odd.added');
  owner.set('somebodyElse');
  owner.set('twoTabs');
  elsewhere([other]);
  expect(shown()).toEqual(['odd.other']);
});
