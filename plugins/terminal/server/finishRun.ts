import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '#resource';
import type { PluginHost } from '#plugin';
import type { Outcome } from '../shared/protocol.ts';
import type { BegunRun } from './beginRun.ts';
import { noteRun } from './runEvents.ts';
import type { RunRow } from './runRow.ts';
import { textIn } from './texts.ts';

/** Milliseconds between two tries to write how a run has ended, and how many there are: for longer than any command takes. */
const [pause, tries] = [500, 20_000];
/** What a `Problem` says when the database cannot be reached, or is held by somebody else. */
const unavailable = 503;

/** How a process has ended. */
interface RunEnd {
  readonly outcome: Outcome;
  readonly exitCode: number;
}

/** Writes how a run has ended: its row, the security log, then the end of its output; whoever sees that finds the others. */
export async function finishRun(
  host: PluginHost,
  run: BegunRun,
  { outcome, exitCode }: RunEnd,
  isStopping: () => boolean,
): Promise<void> {
  const { caller, row, output } = run;
  const last = `${reasonOf(run, outcome)}exitCode: ${exitCode}\n`;
  const values: RowEnd = {
    outcome,
    exit_code: exitCode,
    end_time: host.now(),
    length: output.length + last.length,
    is_cut: output.isCut ? 1 : 0,
  };
  await writeEnd(host, row, values, isStopping);
  noteRun(host, caller, row, { outcome, exitCode });
  await output.end(last, outcome === 'success' ? 'ended' : 'failed').catch((error: Error) => host.log(error.message));
}

/** A line on what has ended it, unless that was the command itself. */
function reasonOf({ caller, command }: BegunRun, outcome: Outcome): string {
  if (outcome === 'success' || outcome === 'failed') return '';
  return `${textIn(caller.language, { key: `terminalServer:line.${outcome}`, params: { seconds: command.timeLimit } })}\n`;
}

interface RowEnd {
  readonly outcome: Outcome;
  readonly exit_code: number;
  readonly end_time: number;
  readonly length: number;
  readonly is_cut: 0 | 1;
}

/** Again and again where the database cannot be written: another command may hold it for minutes. */
async function writeEnd(host: PluginHost, row: RunRow, values: RowEnd, isStopping: () => boolean): Promise<void> {
  for (let left = tries; ; left -= 1)
    try {
      await host.rows('terminal_run', host.system).edit(row.id, values);
      return;
    } catch (error) {
      if (left === tries) host.log(`the end of run ${row.uuid} could not be written: ${(error as Error).message}`);
      // Without its row it is found interrupted later.
      const isPassing = error instanceof Problem && error.options.status === unavailable;
      if (!isPassing || left === 0 || isStopping()) return;
      await wait(pause);
    }
}
