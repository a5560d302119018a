import { describe, expect, it } from 'vitest';
import { TaskStatus as Status, type TaskStatusValue } from '../shared/protocol.ts';
import { commandIn, commandText } from '../web/queue/commandText.ts';
import { storedIn, storedText } from '../web/queue/stored.ts';
import {
  afterStart,
  begunAt,
  canDelete,
  hasEnded,
  changed,
  nextTask,
  retried,
  statusAfter,
  withoutSuccessful,
  withoutTask,
  withPanel,
  withTask,
  type Task,
  type Tasks,
} from '../web/queue/tasks.ts';

const { waiting, connecting, executing, success, failed, unknown } = Status;
const every = Object.values(Status);
let made = 0;
const task = (status: TaskStatusValue, given: Partial<Task> = {}): Task => ({
  uuid: `task-${(made += 1)}`,
  createtime: '2026-01-01 00:00:00',
  status,
  command: 'test.pnpm',
  message: [],
  showMessage: false,
  blockOnFailure: true,
  extend: '',
  ...given,
});
const state = (taskList: readonly Task[], given: Partial<Tasks> = {}): Tasks => ({
  show: true,
  showDot: false,
  taskList,
  automaticCleanupTask: 1,
  ...given,
});

it('numbers the states as the specification does', () => {
  expect(Status).toEqual({ waiting: 0, connecting: 1, executing: 2, success: 3, failed: 4, unknown: 5 });
});

it('takes the beginning of a run that was joined later from the server', () => {
  expect(begunAt(undefined, undefined, 50_000)).toBe(50_000);
  expect(begunAt(undefined, { createtime: 20 }, 50_000)).toBe(20_000);
  expect(begunAt({ begun: 30_000 }, { createtime: 20 }, 50_000)).toBe(30_000);
  // The server's clock may be ahead.
  expect(begunAt(undefined, { createtime: 60 }, 50_000)).toBe(50_000);
});

describe('the task that starts next', () => {
  const free = { blockOnFailure: false };
  it.each<[string, Task[], number | undefined, boolean]>([
    ['none of an empty list', [], undefined, false],
    ['none when none waits', [task(success), task(failed)], undefined, false],
    ['the first that waits', [task(success), task(waiting), task(waiting)], 1, false],
    ['none behind one that connects', [task(connecting), task(waiting)], undefined, false],
    ['none behind one that runs', [task(executing), task(waiting)], undefined, false],
    ['none before one that runs, which was added later', [task(waiting), task(executing)], undefined, false],
    ['none behind one that failed and blocks', [task(failed), task(waiting)], undefined, true],
    ['none behind an unknown one that blocks', [task(unknown), task(waiting)], undefined, true],
    ['none far behind one that blocks', [task(failed), task(success), task(waiting)], undefined, true],
    ['one behind a failed one that does not block', [task(failed, free), task(waiting)], 1, false],
    ['one behind an unknown one that does not block', [task(unknown, free), task(waiting)], 1, false],
    ['one before a failed one that blocks', [task(waiting), task(failed)], 0, false],
    ['none while one runs, whatever does not block', [task(executing, free), task(waiting)], undefined, false],
    ['none while one runs, and it is blocked besides', [task(failed), task(executing), task(waiting)], undefined, true],
  ])('is %s', (_, list, at, isBlocked) => {
    const next = nextTask(list);
    expect(next.task).toBe(at === undefined ? undefined : list[at]);
    expect(next.isBlocked).toBe(isBlocked);
  });
});

describe('a message of the stream', () => {
  it.each<[string, TaskStatusValue, TaskStatusValue | undefined]>([
    ['command-link-success', connecting, executing],
    ['command-exec-success', executing, success],
    ['command-exec-error', executing, failed],
    ['command-exec-completed', executing, failed],
    ['command-exec-completed', failed, failed],
    ['command-exec-completed', connecting, failed],
    ['command-exec-completed', success, success],
    ['added 120 packages', executing, undefined],
    ['command-exec-success ', executing, undefined],
    ['', executing, undefined],
  ])('%j of a task in state %i', (message, status, after) => {
    expect(statusAfter(message, status)).toBe(after);
  });
});

describe('adding a task', () => {
  it('puts it at the end, and takes those away that succeeded', () => {
    const [done, other, next] = [task(success), task(failed), task(waiting)];
    expect(withTask(state([done, other]), next).taskList).toEqual([other, next]);
  });
  it('leaves those that succeeded where they are not cleaned up', () => {
    const [done, next] = [task(success), task(waiting)];
    expect(withTask(state([done], { automaticCleanupTask: 0 }), next).taskList).toEqual([done, next]);
  });
  it('shows a dot while the panel is closed, until it is opened', () => {
    const closed = withTask(state([], { show: false }), task(waiting));
    expect(closed.showDot).toBe(true);
    expect(withPanel(closed, true)).toMatchObject({ show: true, showDot: false });
    expect(withPanel(withPanel(closed, true), false)).toMatchObject({ show: false, showDot: false });
  });
  it('shows no dot while the panel is open', () => {
    expect(withTask(state([]), task(waiting)).showDot).toBe(false);
  });
});

describe('messages', () => {
  it.each([
    [failed, true, true],
    [unknown, true, true],
    [failed, false, false],
    [unknown, false, false],
    [success, true, false],
    [executing, true, false],
  ] as const)('are shown by themselves in state %i with blockOnFailure %s: %s', (status, blockOnFailure, isShown) => {
    const one = task(connecting, { blockOnFailure });
    expect(changed([one], one.uuid, { status })[0]).toMatchObject({ status, showMessage: isShown });
  });
  it('stay folded once somebody has folded them', () => {
    const one = task(failed, { showMessage: true });
    expect(changed([one], one.uuid, { showMessage: false })[0]!.showMessage).toBe(false);
  });
  it('stay open when the task succeeds', () => {
    const one = task(executing, { showMessage: true });
    expect(changed([one], one.uuid, { status: success })[0]!.showMessage).toBe(true);
  });
});

it('makes what ran before the application started unknown, and shows its messages where it blocks', () => {
  const before = every.map((status) => task(status));
  const after = afterStart([...before, task(executing, { blockOnFailure: false })]);
  expect(after.map(({ status }) => status)).toEqual([waiting, unknown, unknown, success, failed, unknown, unknown]);
  expect(after.map(({ showMessage }) => showMessage)).toEqual([false, true, true, false, false, false, false]);
});

describe('trying again', () => {
  it.each([
    [waiting, false],
    [connecting, false],
    [executing, false],
    [success, true],
    [failed, true],
    [unknown, true],
  ] as const)('in state %i: %s', (status, isAllowed) => {
    const one = task(status, { message: ['line'] });
    expect(hasEnded(one)).toBe(isAllowed);
    const [after] = retried([one], one.uuid, 'next');
    expect(after).toEqual(isAllowed ? { ...one, uuid: 'next', message: [], status: waiting } : one);
  });
});

describe('deleting', () => {
  it.each(every)('a task in state %i', (status) => {
    const [one, other] = [task(status), task(waiting)];
    const isAllowed = status !== connecting && status !== executing;
    expect(canDelete(one)).toBe(isAllowed);
    expect(withoutTask([one, other], one.uuid)).toEqual(isAllowed ? [other] : [one, other]);
  });
  it('takes away those that succeeded, and no other', () => {
    expect(withoutSuccessful(every.map((status) => task(status))).map(({ status }) => status)).toEqual([
      waiting,
      connecting,
      executing,
      failed,
      unknown,
    ]);
  });
});

describe('what is stored', () => {
  it('is exactly what the specification names', () => {
    const one = task(executing, { callback: () => {}, message: ['a'] });
    const stored = JSON.parse(storedText({ ...state([one]), more: 1 } as never)) as Record<string, unknown>;
    expect(Object.keys(stored).toSorted()).toEqual(['automaticCleanupTask', 'showDot', 'taskList']);
    expect(Object.keys((stored['taskList'] as object[])[0]!).toSorted()).toEqual([
      'blockOnFailure',
      'command',
      'createtime',
      'extend',
      'message',
      'showMessage',
      'status',
      'uuid',
    ]);
  });
  it('are the last 200 lines of a task, none of them endless', () => {
    const message = [...Array.from({ length: 300 }, (_, at) => `${at}`), 'x'.repeat(10_000)];
    const [one] = storedIn(storedText(state([task(success, { message })]))).taskList;
    expect(one!.message).toHaveLength(200);
    expect(one!.message.at(0)).toBe('101');
    expect(one!.message.at(-1)).toBe('x'.repeat(500));
  });
  it.each([
    '',
    'null',
    '[]',
    '7',
    '{',
    '{"taskList":7}',
    '{"taskList":[null,{},{"uuid":"a","command":"b","status":9}]}',
  ])('is nothing where somebody has written %j', (text) =>
    expect(storedIn(text)).toEqual({ showDot: false, taskList: [], automaticCleanupTask: 1 }),
  );
  it('comes back as it was', () => {
    const before = state([task(failed, { message: ['a', 'b'], extend: 'x', showMessage: true })], { showDot: true });
    const { show: _, ...kept } = before;
    expect(storedIn(storedText(before))).toEqual(kept);
  });
  it('has a default for what is new', () => {
    expect(storedIn(null).automaticCleanupTask).toBe(1);
    expect(storedIn('{"automaticCleanupTask":0}').automaticCleanupTask).toBe(0);
    expect(storedIn('{"automaticCleanupTask":"1"}').automaticCleanupTask).toBe(1);
  });
});

it.each([
  ['version.node', {}],
  ['restore', { backup: '2026-01-01 10:00.db', mode: 'a&b=c?d' }],
  ['lint', { path: '' }],
])('keeps %s with its parameters in one text', (name, params) => {
  expect(commandIn(commandText(name, params))).toEqual({ name, params });
});
