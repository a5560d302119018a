import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '#resource';
import type { PluginHost } from '#plugin';
import type { Outcome } from '../shared/protocol.ts';
import type { BegunRun } from './beginRun.ts';
import { LiveEnd, liveTextOf, mostLiveLines } from './liveEnd.ts';
import { cleanEnvironment, findProgram, projectFolder } from './environment.ts';
import { finishRun } from './finishRun.ts';
import { runProcess, type RunningProcess } from './runProcess.ts';
import { textIn } from './texts.ts';

/** Milliseconds between the wish that a program ends and the end of it: usually, and when the server stops. */
export const [usualGrace, stopGrace] = [3000, 300];

/** A run of this instance. */
export interface OwnRun {
  /** Resolves when it has ended, and that is written. */
  readonly done: Promise<void>;
  end(outcome: Outcome, within: number): void;
  /** Tells those who watch it what it has printed and is not stored. */
  tellLive(): void;
}

/** Runs what has begun, to its end; past its time limit it has `grace` milliseconds to end by itself. */
export function ownRun(host: PluginHost, run: BegunRun, isStopping: () => boolean, grace: number): OwnRun {
  const { command, output } = run;
  let wanted: Outcome | undefined;
  const live = new LiveEnd(
    () => ({ at: output.length, text: liveTextOf([...output.lastLines(mostLiveLines), ...running.unfinished()]) }),
    (text) => host.publish('terminal.live', { uuid: run.row.uuid, ...text }),
  );
  const running = startProcess(run, () => live.changed());
  const end: OwnRun['end'] = (outcome, within) => {
    if (wanted) return;
    wanted = outcome;
    void running.end(within);
  };
  const timer = setTimeout(() => end('timeout', grace), command.timeLimit * 1000);
  const done = running.ended
    .catch(async (error: unknown) => {
      await output.add(`${(error as Error).message}\n`);
      return 126;
    })
    .then(async (exitCode) => {
      clearTimeout(timer);
      live.end();
      await finishRun(host, run, { outcome: wanted ?? (exitCode === 0 ? 'success' : 'failed'), exitCode }, isStopping);
    });
  return { done, end, tellLive: () => live.again() };
}

function startProcess(run: BegunRun, printed: () => void): RunningProcess {
  const { command, argv, row, output } = run;
  const { language } = run.caller;
  const [name = '', ...args] = argv;
  const folder = join(projectFolder, command.folder);
  const file = findProgram(name, folder, process.env);
  const mark = row.output;
  // As shells say it.
  const impossible = (message: Message, code: number): RunningProcess => ({
    ended: output.add(`${textIn(language, message)}\n`).then(() => code),
    unfinished: () => [],
    end: async () => {},
  });
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return impossible({ key: 'terminalServer:line.noFolder', params: { folder: command.folder } }, 126);
  if (file === undefined) return impossible({ key: 'terminalServer:line.notInstalled', params: { name } }, 127);
  const environment = cleanEnvironment(process.env, { mark, language, names: command.environment });
  try {
    return runProcess({ file, args, folder, environment, mark, output: (lines) => output.add(lines), printed });
  } catch (error) {
    // What the system refuses at once: a command that is too long for it, or no memory for one.
    return { ended: Promise.reject(error as Error), unfinished: () => [], end: async () => {} };
  }
}
