import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

// `npm run storage:move -- --to s3|local [--keep] [--server http://127.0.0.1:8000]`: lets the running server move all files to
// another storage. Ends with 1 when a file could not be moved; run again, it goes on with those.
const { values } = parseArgs({
  options: { to: { type: 'string' }, keep: { type: 'boolean', default: false }, server: { type: 'string' } },
});
const locale = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '';
const language = locale.toLowerCase().startsWith('en') ? 'en' : 'zh-cn';
const file = join(import.meta.dirname, 'locales', language, 'upload.json');
const { move: texts } = JSON.parse(readFileSync(file, 'utf8')) as { move: Record<string, string> };

/** Why a file is left where it is. */
const problems: Readonly<Record<string, string>> = {
  missing: 'upload:move.missing',
  changed: 'upload:move.changed',
  unavailable: 'upload:move.unavailable',
};

interface MoveEvent {
  readonly id?: number;
  readonly name?: string;
  readonly result?: string;
  readonly left?: number;
  readonly removed?: number;
}

try {
  process.exitCode = (await move()) ? 0 : 1;
} catch (error) {
  tell('upload:move.failed', { message: (error as Error).message });
  process.exitCode = 1;
}

async function move(): Promise<boolean> {
  if (values.to === undefined) {
    tell('upload:move.usage');
    return false;
  }
  const answer = await ask(values.server ?? `http://127.0.0.1:${process.env['PORT'] || 8000}`);
  if (!answer?.body) return false;
  const counts: Record<string, number> = {};
  let removed: number | undefined;
  for await (const { id, name, result, left, removed: gone } of eventsIn(answer.body)) {
    removed = gone;
    if (result === undefined) continue;
    counts[result] = (counts[result] ?? 0) + 1;
    const problem = problems[result];
    if (problem !== undefined) tell(problem, { id, name });
    else if (left! % 100 === 0) tell('upload:move.left', { left });
  }
  // The server says so when it is through.
  if (removed === undefined) {
    tell('upload:move.brokenOff');
    return false;
  }
  const { moved = 0, ...others } = counts;
  const failed = Object.values(others).reduce((sum, count) => sum + count, 0);
  tell('upload:move.done', { moved, failed, removed });
  return failed === 0;
}

async function ask(server: string): Promise<Response | undefined> {
  const ticket = makeTicket();
  const answer = await fetch(`${server}/api/upload/move`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'think-lang': language },
    body: JSON.stringify({ to: values.to, keep: values.keep, ticket: basename(ticket) }),
  }).catch(() => undefined);
  // A server that takes it removes it.
  rmSync(ticket, { force: true });
  if (!answer) tell('upload:move.noServer', { server });
  else if (answer.headers.get('content-type')?.includes('event-stream')) return answer;
  else tell('upload:move.failed', { message: ((await answer.json()) as { msg: string }).msg });
  return undefined;
}

/** A file that shows the server that it is asked by somebody who owns its files. */
function makeTicket(): string {
  const data = resolve(import.meta.dirname, '../..', process.env['DATA_DIR'] || 'data');
  const folder = join(data, 'files/upload/tickets');
  const ticket = join(folder, randomUUID());
  mkdirSync(folder, { recursive: true });
  writeFileSync(ticket, '');
  return ticket;
}

/** The events of a stream. One that the server could not go on after is thrown. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<MoveEvent> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of untilCut(body)) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data === undefined) continue;
      const event = JSON.parse(data) as MoveEvent & { readonly msg?: string };
      if (/^event: error$/m.test(block)) throw new Error(event.msg);
      yield event;
    }
  }
}

/** The bytes that come, without the failure of a connection that is lost: what the server says at the end is missing then. */
async function* untilCut(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch {
    return;
  }
}

function tell(key: string, params: Readonly<Record<string, unknown>> = {}): void {
  const text = texts[key.slice('upload:move.'.length)]!.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(params[name] ?? ''),
  );
  process.stdout.write(`${text}\n`);
}
