import { dateTimeText } from '#resource';
import { newUuid } from '#web';
import { TaskStatus } from '../../shared/protocol.ts';
import { cancelRun, confirmRun, loadCommands, loadRuns } from './calls.ts';
import { commandIn, commandText, type Params } from './commandText.ts';
import { ask, lead, leads, type Asked } from './leader.ts';
import { canGoOn, forgetPlaces, run } from './run.ts';
import { adopt, change, changeTask, onOwner, onStored, streams, task, terminal } from './store.ts';
import {
  afterStart,
  isRunning,
  nextTask,
  retried,
  withoutSuccessful,
  withoutTask,
  withPanel,
  withTask,
  type Outcome,
  type Task,
} from './tasks.ts';

export interface AddOptions {
  readonly params?: Params | undefined;
  /** Whether tasks behind it wait when it fails; true unless said otherwise. */
  readonly blockOnFailure?: boolean | undefined;
  readonly extend?: string | undefined;
  readonly callback?: ((outcome: Outcome) => void) | undefined;
}

/** Milliseconds between two questions about runs that nobody here listens to. */
const pace = 2000;
/** Proofs that somebody has shown who they are, until their runs start. */
const proofs = new Map<string, string | undefined>();
/** Tasks that were added in this tab, which asks once for the password of those that can do harm. */
const toAsk = new Set<string>();
const warned = new Set<() => void>();
let watching = false;

/** Called when a task was added that will not start, since one in front of it has failed. */
export function onBlocked(listener: () => void): () => void {
  warned.add(listener);
  return () => void warned.delete(listener);
}

/** Adds a task to the queue, which runs one at a time. */
export function addTask(
  command: string,
  { params, blockOnFailure = true, extend = '', callback }: AddOptions = {},
): string {
  const uuid = newUuid();
  const added: Task = {
    uuid,
    createtime: dateTimeText(Date.now() / 1000),
    status: TaskStatus.waiting,
    command: commandText(command, params),
    message: [],
    showMessage: false,
    blockOnFailure,
    extend,
    callback,
  };
  toAsk.add(uuid);
  change((state) => withTask(state, added));
  if (nextTask(terminal.getState().taskList).isBlocked) for (const listener of warned) listener();
  startNext();
  return uuid;
}

export function retryTask(uuid: string): void {
  const next = newUuid();
  toAsk.add(next);
  change(({ taskList }) => ({ taskList: retried(taskList, uuid, next) }));
  startNext();
}

export function deleteTask(uuid: string): void {
  change(({ taskList }) => ({ taskList: withoutTask(taskList, uuid) }));
  startNext();
}

export function clearSuccessful(): void {
  change(({ taskList }) => ({ taskList: withoutSuccessful(taskList) }));
}

export const showPanel = (show: boolean): void => change((state) => withPanel(state, show));

export async function cancelTask(uuid: string): Promise<void> {
  terminal.setState(({ cancelling }) => ({ cancelling: [...cancelling, uuid] }));
  try {
    await cancelRun(uuid);
  } catch {
    terminal.setState(({ cancelling }) => ({ cancelling: cancelling.filter((each) => each !== uuid) }));
  }
}

/** Rejects with a `HttpProblem` where the password is not the right one. */
export async function confirmTask(uuid: string, password: string): Promise<void> {
  const { name, params } = commandIn(task(uuid)!.command);
  const { proof } = await confirmRun({ command: name, params, uuid, password });
  proofs.set(uuid, proof);
  terminal.setState({ asking: undefined, showConfirm: false });
  ask({ kind: 'confirmed', uuid, proof }, obey);
}

/** Shows the run of a task again that the server still knows, and takes its state. */
export const attachTask = (uuid: string): void => ask({ kind: 'attach', uuid }, obey);

function obey(request: Asked): void {
  if (request.kind === 'confirmed') {
    proofs.set(request.uuid, request.proof);
    startNext();
  } else if (!streams.has(request.uuid)) void start(request.uuid, false);
}

/** Starts the task whose turn it is, if there is one. */
export function startNext(): void {
  const { taskList, uncertain } = terminal.getState();
  if (streams.size > 0 || uncertain.length > 0) return;
  const next = nextTask(taskList).task;
  if (next) void startOrAsk(next);
}

async function startOrAsk({ uuid, command }: Task): Promise<void> {
  if (!proofs.has(uuid)) {
    const commands = terminal.getState().commands ?? (await loadCommands().catch(() => []));
    const isDangerous = commands.some(({ name, dangerous }) => dangerous && name === commandIn(command).name);
    if (isDangerous) return askOnce(uuid);
  }
  // The list may have changed meanwhile.
  if (leads() && streams.size === 0 && nextTask(terminal.getState().taskList).task?.uuid === uuid)
    await start(uuid, true);
}

/** Opens the dialog by itself the first time only, where the task was added; later, and elsewhere, a button does. */
function askOnce(uuid: string): void {
  const isFirst = toAsk.delete(uuid);
  terminal.setState(({ asking, showConfirm }) => ({
    asking: uuid,
    showConfirm: isFirst || (showConfirm && asking === uuid),
  }));
}

async function start(uuid: string, mayBegin: boolean): Promise<void> {
  if (!task(uuid)) return;
  toAsk.delete(uuid);
  trust(uuid);
  changeTask(uuid, { status: TaskStatus.connecting });
  const proof = proofs.get(uuid);
  proofs.delete(uuid);
  const end = await run(uuid, { proof, mayBegin });
  if (end === 'left') return;
  if (end === 'lost') return doubt(uuid);
  tell(uuid);
  // What it has done may let others be run: a backup can be restored.
  for (const load of [() => loadRuns([uuid]), loadCommands]) void load().catch(() => {});
  startNext();
}

/** Tells whoever added it how it has ended, once. */
function tell(uuid: string): void {
  const { callback, status } = task(uuid) ?? {};
  if (!callback) return;
  terminal.setState(({ taskList }) => ({
    taskList: taskList.map((each) => (each.uuid === uuid ? { ...each, callback: undefined } : each)),
  }));
  callback(status === TaskStatus.success ? TaskStatus.success : TaskStatus.failed);
}

function doubt(...uuids: readonly string[]): void {
  terminal.setState(({ uncertain }) => ({ uncertain: [...new Set([...uncertain, ...uuids])] }));
  if (!watching) void watch();
}

/** Its end is known, or heard by this tab. */
const trust = (uuid: string): void =>
  terminal.setState(({ uncertain }) => ({ uncertain: uncertain.filter((each) => each !== uuid) }));

/** Asks until the server says what became of the runs that nobody here listens to; then the queue goes on. */
async function watch(): Promise<void> {
  watching = true;
  while (terminal.getState().uncertain.length > 0) {
    await settle(terminal.getState().uncertain).catch(() => {});
    if (terminal.getState().uncertain.length > 0) await new Promise((resolve) => setTimeout(resolve, pace));
  }
  watching = false;
  startNext();
}

async function settle(uuids: readonly string[]): Promise<void> {
  const runs = await loadRuns(uuids);
  // One that was attached meanwhile is listened to again.
  for (const uuid of uuids.filter((each) => terminal.getState().uncertain.includes(each))) {
    const isOver = !runs.some((each) => each.uuid === uuid && each.outcome === null);
    const isKnown = runs.some((each) => each.uuid === uuid);
    // One whose connection was lost in this tab goes on where it was; after a reload somebody decides.
    const isJoined = isKnown && canGoOn(uuid) && task(uuid)?.status === TaskStatus.failed;
    if (!isOver && !isJoined) continue;
    trust(uuid);
    if (isJoined) void start(uuid, false);
    else tell(uuid);
  }
}

/** Begins with what is stored; the first tab runs it, the others show it. */
function begin(): void {
  onStored((stored, theirs) => {
    adopt(stored, theirs);
    startNext();
  });
  onOwner(() => {
    proofs.clear();
    toAsk.clear();
    forgetPlaces();
    if (leads()) takeOver();
  });
  lead(takeOver, obey);
}

/** What ran when nobody looked is unknown; what waits goes on. */
function takeOver(): void {
  const running = terminal.getState().taskList.filter(isRunning);
  change(({ taskList }) => ({ taskList: afterStart(taskList) }));
  doubt(...running.map(({ uuid }) => uuid));
  startNext();
}

begin();
