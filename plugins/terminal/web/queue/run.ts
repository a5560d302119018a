import i18next from 'i18next';
import { HttpProblem, loadTexts, stream } from '#web';
import { controls, TaskStatus } from '../../shared/protocol.ts';
import type { Lines } from '../output/lines.ts';
import { streamAddress } from './calls.ts';
import { commandIn } from './commandText.ts';
import { controlsIn } from './messages.ts';
import { change, changeTask, emptyOutput, forgetOutput, keepSoon, outputOf, streams, task, terminal } from './store.ts';
import { begunAt, statusAfter, type Task } from './tasks.ts';

/** Milliseconds for which a connection that broke is opened again before the task counts as failed. */
const patience = 8000;

/** Where a run has to be joined again, by uuid. */
const offsets = new Map<string, string>();
export const canGoOn = (uuid: string): boolean => offsets.has(uuid);
export const forgetPlaces = (): void => offsets.clear();

/** How a run has ended for this tab; `lost` when the server may still be busy with it, `left` when its owner has gone. */
export type End = 'ended' | 'lost' | 'left';

type Known = Pick<Task, 'uuid' | 'command' | 'extend'>;

/** What is asked of the stream of a run. */
function queryOf({ uuid, command, extend }: Known): Readonly<Record<string, unknown>> {
  const { name, params } = commandIn(command);
  const given = Object.keys(params).length > 0 && { params: JSON.stringify(params) };
  return { command: name, uuid, extend, server: 1, chunks: 1, partial: 1, ...given };
}

export interface RunOptions {
  /** For a dangerous command: that somebody has shown who they are. */
  readonly proof?: string | undefined;
  /** Whether a run that the server does not know begins; else only one is joined that it knows. */
  readonly mayBegin: boolean;
}

/** Starts a run, or joins one that the server knows, and reads it to its end. */
export async function run(uuid: string, { proof, mayBegin }: RunOptions): Promise<End> {
  const ended = new AbortController();
  streams.set(uuid, ended);
  const lines = offsets.has(uuid) ? outputOf(uuid) : emptyOutput(uuid);
  begin(uuid);
  try {
    const query = { ...queryOf(task(uuid)!), ...(proof !== undefined && { proof }), ...(!mayBegin && { join: 1 }) };
    const lastEventId = offsets.get(uuid) ?? '';
    const events = stream(streamAddress, { query, lastEventId, signal: ended.signal, patience });
    return await read(uuid, lines, events, ended.signal);
  } catch (error) {
    return ended.signal.aborted ? 'left' : await failed(uuid, lines, error);
  } finally {
    if (!ended.signal.aborted) finish(uuid);
    ended.abort();
  }
}

/** Reads the output of a run that has begun, of one that goes on until it ends, and changes nothing. */
export async function readOutput(known: Known, lines: Lines, signal: AbortSignal): Promise<void> {
  const events = stream(streamAddress, { query: { ...queryOf(known), join: 1 }, signal, patience });
  for await (const control of controlsIn(events, lines, () => {})) if (control === controls.completed) return;
}

/** Reads the output of a task that another tab or visit has begun; returns what ends it. */
export function view(uuid: string): () => void {
  const ended = new AbortController();
  readOutput(task(uuid)!, emptyOutput(uuid), ended.signal).catch(() => forgetOutput(uuid));
  return () => {
    if (!ended.signal.aborted && !streams.has(uuid)) forgetOutput(uuid);
    ended.abort();
  };
}

async function read(uuid: string, lines: Lines, events: ReturnType<typeof stream>, signal: AbortSignal): Promise<End> {
  const onLines = (id: string): void => {
    if (id !== '' && !signal.aborted) offsets.set(uuid, id);
    keepSoon();
  };
  for await (const control of controlsIn(events, lines, onLines)) {
    if (signal.aborted) break;
    const status = statusAfter(control, task(uuid)?.status ?? TaskStatus.failed);
    if (status !== undefined) changeTask(uuid, { status });
    if (control === controls.completed) return 'ended';
  }
  if (signal.aborted) return 'left';
  // Whatever ends without a word was no success.
  if (task(uuid)?.status !== TaskStatus.success) changeTask(uuid, { status: TaskStatus.failed });
  return 'ended';
}

/** A refusal is the end of it; where the server cannot be reached, nobody knows. */
async function failed(uuid: string, lines: Lines, error: unknown): Promise<End> {
  const hasBegun = task(uuid)?.status === TaskStatus.executing;
  const isLost = hasBegun || !(error instanceof HttpProblem) || isUnreachable(error);
  await loadTexts('terminalPanel');
  const reason = error instanceof Error ? error.message : '';
  lines.append(isLost ? i18next.t('terminalPanel:lost', { reason }) : reason);
  changeTask(uuid, { status: TaskStatus.failed });
  return isLost ? 'lost' : 'ended';
}

const isUnreachable = ({ statusCode }: HttpProblem): boolean =>
  statusCode === 0 || statusCode === 429 || statusCode > 500;

function begin(uuid: string): void {
  change(({ times, runs }) => ({
    times: { ...times, [uuid]: { begun: begunAt(times[uuid], runs[uuid], Date.now()) } },
  }));
}

function finish(uuid: string): void {
  const ended = Date.now();
  change(({ times, runs, cancelling }) => ({
    times: { ...times, [uuid]: { begun: begunAt(times[uuid], runs[uuid], ended), ended } },
    cancelling: cancelling.filter((each) => each !== uuid),
  }));
  streams.delete(uuid);
  if (!task(uuid)) offsets.delete(uuid);
  terminal.setState({});
}
