import { createHash } from 'node:crypto';
import { Code, Problem, type Caller } from '#resource';
import type { Command, PluginHost } from '#plugin';
import { nodes } from './nodes.ts';
import type { RunRequest } from './runRow.ts';
import { problem } from './texts.ts';
import { whyNot } from './whyNot.ts';

/** A command with the values that were given for its parameters. */
export interface AllowedCommand {
  readonly command: Command;
  readonly argv: readonly string[];
}

/** The command, if the caller may run it here and now with these values. */
export async function allowed(
  host: PluginHost,
  caller: Caller,
  { command: name, params }: RunRequest,
): Promise<AllowedCommand> {
  const command = host.commands().get(name);
  if (!command) throw problem('terminalServer:refusal.unknown', { command: name.slice(0, 80) });
  assertMayRun(caller, command);
  const why = await whyNot(host, command);
  if (why) throw new Problem(why.key, { ...why.params });
  return { command, argv: argvOf(command, params) };
}

/** With the rights that the caller has at this moment. */
export function assertMayRun(caller: Caller, { node, name }: Command): void {
  if (!caller.may(node) || !caller.may(nodes.use))
    throw new Problem('terminalServer:refusal.forbidden', { command: name }, { code: Code.forbidden });
}

function argvOf(command: Command, params: RunRequest['params']): readonly string[] {
  try {
    return command.argv(params);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw problem('terminalServer:refusal.param', error.params as Record<string, unknown>);
  }
}

/** What has to be proved before a dangerous command: this person, this command with these values, for this task. */
export function purposeOf({ command, uuid, params }: Omit<RunRequest, 'proof'>): string {
  const entries = Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify([command, uuid, entries]))
    .digest('hex');
  return `terminal.${digest.slice(0, 40)}`;
}

export async function assertProved(host: PluginHost, caller: Caller, request: RunRequest): Promise<void> {
  const sessions = host.sessions('admin');
  await sessions.assertProved(caller, purposeOf(request), request.proof).catch((error: unknown) => {
    throw error instanceof Problem ? problem('terminalServer:refusal.proof', { command: request.command }) : error;
  });
}
