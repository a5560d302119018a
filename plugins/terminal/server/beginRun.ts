import type { Caller, Language, Message } from '#resource';
import type { PluginHost } from '#plugin';
import { allowed, assertMayRun, assertProved, type AllowedCommand } from './allowed.ts';
import { noteRun } from './runEvents.ts';
import { RunOutput } from './runOutput.ts';
import type { RunRequest, RunRow } from './runRow.ts';
import { textIn } from './texts.ts';

/** Seconds that an output is kept. */
export const keptFor = 30 * 86_400;
/** Bytes: of what `RunOutput` keeps, with room for its marks; characters have up to three. */
const outputLimit = 33_554_432;
/** Characters of a command line that are shown. */
const longestEcho = 1000;

/** A run that has its row and its output, and no process yet. */
export interface BegunRun extends AllowedCommand {
  readonly caller: Caller;
  readonly row: RunRow;
  readonly output: RunOutput;
}

/** Gives a run its row and its output, if the caller may begin it; `instance` is the one that will run it. */
export async function beginRun(
  host: PluginHost,
  caller: Caller,
  request: RunRequest,
  instance: string,
): Promise<BegunRun> {
  const { command, argv } = await allowed(host, caller, request);
  if (command.dangerous) await assertProved(host, caller, request);
  const { uuid, params } = request;
  const writer = await host.outputs.create({ limit: outputLimit, keep: keptFor });
  let row: RunRow;
  try {
    row = await host.transaction(caller, async ({ caller: now, rows }) => {
      // With the rights of this moment, not of that at which the request has come.
      assertMayRun(now, command);
      return rows('terminal_run', host.system).add({
        uuid,
        command: command.name,
        params: { ...params } as Record<string, string>,
        admin_id: now.id,
        output: writer.id,
        instance,
      });
    });
  } catch (error) {
    await host.outputs.remove(writer.id);
    await writer.end('failed').catch(() => {});
    throw error;
  }
  noteRun(host, caller, row, { outcome: 'begun' });
  const output = new RunOutput(writer, marksIn(caller.language));
  await output.add(`> ${argv.join(' ').replaceAll(/\s+/g, ' ').slice(0, longestEcho)}\n`);
  return { caller, command, argv, row, output };
}

const marksIn = (language: Language) => {
  const line = (message: Message): string => `${textIn(language, message)}\n`;
  return {
    cut: () => line({ key: 'terminalServer:line.cut' }),
    left: (characters: number) => line({ key: 'terminalServer:line.left', params: { characters } }),
  };
};
