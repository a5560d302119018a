import { Readable } from 'node:stream';
import { Invalid, Problem, textOf, type Caller } from '#resource';
import type { Command, CommandParam, PluginHost, PluginRequest, PluginRoute } from '#plugin';
import {
  TaskStatus,
  type CommandAnswer,
  type Outcome,
  type RunAnswer,
  type TaskStatusValue,
} from '../shared/protocol.ts';
import { allowed, purposeOf } from './allowed.ts';
import { nodes } from './nodes.ts';
import type { TerminalParts } from './parts.ts';
import { readyDatabase } from './readyDatabase.ts';
import type { RunRow } from './runRow.ts';
import type { Runs } from './runs.ts';
import { givenText, paramsOf } from './stream.ts';
import { problem } from './texts.ts';
import { whyNot } from './whyNot.ts';

/** Runs that somebody may ask after at once. */
const mostAsked = 500;

/** What the terminal asks beside its stream. */
export const runRoutes = (parts: TerminalParts, runs: Runs): PluginRoute[] => [
  {
    method: 'GET',
    url: '/admin/Terminal/commands',
    node: nodes.use,
    handler: async ({ caller }) => ({
      commands: await commandsFor(parts, caller),
      ready: caller.may(nodes.database) ? ((await readyDatabase()) ?? null) : null,
    }),
  },
  {
    method: 'POST',
    url: '/admin/Terminal/runs',
    node: nodes.use,
    title: { 'zh-cn': '终端-查看任务', en: 'Terminal-Look after tasks' },
    handler: async ({ caller, body }) => ({ runs: await runsOf(parts, runs, caller, body['uuids']) }),
  },
  {
    method: 'POST',
    url: '/admin/Terminal/cancel',
    node: nodes.use,
    title: { 'zh-cn': '终端-取消任务', en: 'Terminal-Cancel a task' },
    handler: async ({ caller, body }) => runs.cancel(caller, givenText(body['uuid'])),
  },
  {
    method: 'POST',
    url: '/admin/Terminal/confirm',
    node: nodes.use,
    title: { 'zh-cn': '终端-确认命令', en: 'Terminal-Confirm a command' },
    handler: (request) => confirm(parts, request),
  },
  {
    method: 'GET',
    url: '/admin/Terminal/output',
    node: nodes.use,
    handler: (request) => download(parts, runs, request),
  },
];

async function commandsFor({ host }: TerminalParts, caller: Caller): Promise<CommandAnswer[]> {
  const own = [...host.commands().values()].filter(({ node }) => caller.may(node));
  return Promise.all(own.map((command) => answerOf(host, command, caller)));
}

async function answerOf(host: PluginHost, command: Command, { language }: Caller): Promise<CommandAnswer> {
  const entries = Object.entries(command.params);
  const [unavailable, ...given] = await Promise.all([
    whyNot(host, command),
    ...entries.map(([, each]) => optionsOf(each)),
  ]);
  const why = unavailable ?? given.find((each) => each instanceof Problem);
  const params = entries.map(
    (
      [
        name,
        {
          label,
          pattern: { source, flags },
        },
      ],
      at,
    ) => ({
      name,
      label: textOf(label, language),
      pattern: source,
      flags,
      required: true as const,
      ...(Array.isArray(given[at]) && { options: given[at] as readonly string[] }),
    }),
  );
  return {
    name: command.name,
    group: command.name.split('.')[0]!,
    label: textOf(command.label, language),
    description: command.description === undefined ? '' : textOf(command.description, language),
    params,
    dangerous: command.dangerous,
    development: command.development,
    blockOnFailure: command.blocks,
    available: why === undefined,
    why: why === undefined ? '' : host.translate(why, language),
  };
}

/** What can be chosen; a refusal where it is not known. */
const optionsOf = async ({ options }: CommandParam): Promise<readonly string[] | Problem | undefined> => {
  try {
    return await options?.();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

async function runsOf({ host }: TerminalParts, runs: Runs, caller: Caller, given: unknown): Promise<RunAnswer[]> {
  const isList = Array.isArray(given) && given.length <= mostAsked && given.every((each) => typeof each === 'string');
  if (!isList) throw new Invalid({ uuids: { key: 'terminalServer:refusal.uuids', params: { most: mostAsked } } });
  if (given.length === 0) return [];
  const own = caller.super ? {} : { admin_id: caller.id };
  const rows = await host.rows('terminal_run', host.system).list({ uuid: { in: given as string[] }, ...own });
  return Promise.all(rows.map(async (row) => runAnswer(await runs.settled(row))));
}

const statuses: Readonly<Record<Outcome, TaskStatusValue>> = {
  success: TaskStatus.success,
  failed: TaskStatus.failed,
  cancelled: TaskStatus.failed,
  timeout: TaskStatus.failed,
  // Nobody knows how far it has come.
  interrupted: TaskStatus.unknown,
};

function runAnswer(row: RunRow): RunAnswer {
  const outcome = row.outcome === 'running' ? null : row.outcome;
  return {
    uuid: row.uuid,
    command: row.command,
    status: outcome === null ? TaskStatus.executing : statuses[outcome],
    exitCode: row.exit_code,
    outcome,
    createtime: row.create_time,
    endtime: row.end_time,
    length: row.length ?? 0,
    cut: row.is_cut === 1,
  };
}

/** What a dangerous command asks for: the password again. The proof is good for this command, its values and this task, once. */
async function confirm({ host }: TerminalParts, { caller, body }: PluginRequest): Promise<unknown> {
  const request = {
    command: givenText(body['command']),
    uuid: givenText(body['uuid']),
    params: paramsOf(body['params']),
    proof: undefined,
  };
  await allowed(host, caller, request);
  const sessions = host.sessions('admin');
  await sessions.checkPassword(caller, body['password'], 'password');
  return { proof: await sessions.prove(caller, purposeOf(request)) };
}

async function download({ host }: TerminalParts, runs: Runs, { caller, query }: PluginRequest): Promise<Response> {
  const run = await runs.find(caller, givenText(query['uuid']));
  if (!run) throw problem('terminalServer:refusal.noRun');
  const first = await host.outputs.read(run.output);
  async function* all(): AsyncGenerator<Uint8Array> {
    for (let part = first; part.text !== ''; part = await host.outputs.read(run!.output, part.next))
      // oxlint-disable-next-line no-control-regex -- colours mean nothing in a file
      yield Buffer.from(part.text.replaceAll(/\u001b\[[\d;:]*m/g, ''));
  }
  return new Response(Readable.toWeb(Readable.from(all())) as ReadableStream, {
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${run.command}-${run.uuid}.txt"`,
    },
  });
}
