import { eventStream, type PluginRequest, type PluginRoute, type StreamEvent, type StreamEvents } from '#plugin';
import { Problem } from '#resource';
import { controls, type Control, type TerminalMessage } from '../shared/protocol.ts';
import type { LiveViews } from './liveViews.ts';
import { nodes } from './nodes.ts';
import type { TerminalParts } from './parts.ts';
import type { RunRequest, RunRow } from './runRow.ts';
import type { Runs } from './runs.ts';
import { SharedEvents } from './sharedEvents.ts';
import { problem } from './texts.ts';

/** `GET /admin/Terminal/index`: begins a run, or joins the one of that uuid, and sends what it prints (specification §7). */
export function streamRoutes(parts: TerminalParts, runs: Runs, live: LiveViews): PluginRoute[] {
  const shared = new SharedEvents();
  // The second is what later clients of the protocol ask for.
  return ['/admin/Terminal/index', '/admin/ajax/terminal'].map((url) => ({
    method: 'GET',
    url,
    node: nodes.use,
    // Clients of the specification cannot send headers here (§7).
    tokenInQuery: true,
    // Nothing begins before the stream is read: a HEAD request starts no program.
    handler: (request) => eventStream(messages({ parts, runs, live, shared }, request)),
  }));
}

interface StreamParts {
  readonly parts: TerminalParts;
  readonly runs: Runs;
  readonly live: LiveViews;
  readonly shared: SharedEvents;
}

/** Of what a request brings; anything but a text is none. */
export const givenText = (value: unknown): string => (typeof value === 'string' ? value : '');

async function* messages(stream: StreamParts, request: PluginRequest): AsyncGenerator<StreamEvents> {
  const { parts, runs } = stream;
  const { caller, query } = request;
  const key = givenText(query['command']);
  const head = { uuid: givenText(query['uuid']), extend: givenText(query['extend']).slice(0, 1000), key };
  const control = (data: Control): StreamEvent => ({
    data: { data, ...head, control: true } satisfies TerminalMessage,
  });
  yield control(controls.linked);
  let run: RunRow;
  try {
    // Whoever comes back to a run, or looks at one, never begins another.
    const joins = request.lastEventId !== undefined || query['join'] === '1';
    const asked = requestOf(query);
    run = await (joins ? runs.join(caller, asked) : runs.joinOrStart(caller, asked));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    yield {
      data: { data: `Error: ${parts.host.translate(error, caller.language)}`, ...head } satisfies TerminalMessage,
    };
    yield control(controls.error);
    yield control(controls.completed);
    return;
  }
  yield* outputOf(stream, run, request, head);
  if (request.signal.aborted) return;
  const { outcome } = await runs.settled((await runs.find(caller, run.uuid)) ?? run);
  // Its instance is there no more and may yet be found so: whoever comes back is told.
  if (outcome === 'running') throw problem('terminalServer:refusal.lost');
  yield control(outcome === 'success' ? controls.success : controls.error);
  yield control(controls.completed);
}

/** What the run prints, to its end. */
async function* outputOf(
  { parts: { host }, live, shared }: StreamParts,
  run: RunRow,
  { query, signal, lastEventId }: PluginRequest,
  head: Omit<TerminalMessage, 'data'>,
): AsyncGenerator<StreamEvents> {
  const offset = offsetOf(lastEventId);
  const several = query['chunks'] === '1';
  const made = JSON.stringify(head);
  const place = `${run.output} ${several} ${made}`;
  const leave = shared.view(run.output);
  const view = query['partial'] === '1' && run.outcome === 'running' ? await live.watch(host, run.uuid) : undefined;
  try {
    const whole = linesOf(host.outputs.follow(run.output, { offset, signal }), offset);
    const lines = several ? whole : fewer(whole);
    let at = offset;
    for await (const some of view ? view.among(lines) : lines) {
      if (some) {
        at = some.end;
        const make = () => (several ? [some] : oneByOne(some));
        yield shared.events(run.output, `${place} ${some.end} ${some.length}`, some.length, () =>
          make().map(({ text, end }) => new OutputEvent(text, end, made)),
        );
      }
      const text = view?.take(at);
      if (text !== undefined) yield { data: outputData(text, JSON.stringify({ ...head, partial: true })) };
    }
  } finally {
    view?.leave();
    leave();
  }
}

function requestOf(query: PluginRequest['query']): RunRequest {
  return {
    command: givenText(query['command']),
    uuid: givenText(query['uuid']),
    params: paramsOf(query['params']),
    proof: query['proof'],
  };
}

/** Values by the names of parameters, as JSON of an object. */
export function paramsOf(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined || given === '') return {};
  try {
    const value: unknown = typeof given === 'string' ? JSON.parse(given) : given;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // It is refused below.
  }
  throw problem('terminalServer:refusal.params');
}

const offsetOf = (lastEventId: string | undefined): number =>
  /^\d{1,12}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0;

interface Lines {
  /** Without the last line break. Put together only when it is asked for: of several viewers, one does. */
  text(): string;
  readonly length: number;
  /** Where what comes next begins. */
  readonly end: number;
}

/** Whole lines, several at a time. */
async function* linesOf(parts: AsyncIterable<{ readonly text: string }>, from: number): AsyncGenerator<Lines> {
  let rest = '';
  let end = from;
  for await (const { text } of parts) {
    const last = text.lastIndexOf('\n');
    if (last < 0) {
      rest += text;
      continue;
    }
    const before = rest;
    const length = before.length + last;
    yield { length, end: (end += length + 1), text: () => before + text.slice(0, last) };
    rest = text.slice(last + 1);
  }
  if (rest !== '') yield { length: rest.length, end: end + rest.length, text: () => rest };
}

/** Characters of what is sent line by line at once: short lines get many times as long by it. */
const fewCharacters = 4096;

async function* fewer(several: AsyncIterable<Lines>): AsyncGenerator<Lines> {
  for await (const { text: whole, length, end } of several) {
    const [text, begin] = [whole(), end - length - 1];
    for (let from = 0; from <= text.length;) {
      const found = text.indexOf('\n', from + fewCharacters);
      const to = found < 0 ? text.length : found;
      const some = text.slice(from, to);
      yield { text: () => some, length: some.length, end: begin + to + 1 };
      from = to + 1;
    }
  }
}

/** For clients that take each message for a line. */
function oneByOne({ text, length, end }: Lines): Pick<Lines, 'text' | 'end'>[] {
  let at = end - length - 1;
  return text()
    .split('\n')
    .map((line) => ({ text: () => line, end: (at += line.length + 1) }));
}

/** A `TerminalMessage` of output as JSON; `head` is what all of a stream have. */
const outputData = (text: string, head: string): string =>
  `{"data":${JSON.stringify(unmistakable(text))},${head.slice(1)}`;

/** Has its text made when it is sent: what is remembered of it are the bytes. */
class OutputEvent implements StreamEvent {
  readonly id: number;
  readonly #text: () => string;
  readonly #head: string;

  constructor(text: () => string, end: number, head: string) {
    this.id = end;
    this.#text = text;
    this.#head = head;
  }

  get data(): string {
    return outputData(this.#text(), this.#head);
  }
}

const suspicious = /command-(?:link|exec)-/i;
const isControl = new Set<string>(Object.values(controls));

/** Output that reads like one of the messages of the server is marked, colours and invisible characters aside. */
function unmistakable(text: string): string {
  if (!suspicious.test(text)) return text;
  return text
    .split('\n')
    .map((line) => {
      // oxlint-disable-next-line no-control-regex -- colours
      const bare = line.replaceAll(/\u001b\[[\d;:]*m/g, '').replaceAll(/[\p{C}\s]/gu, '');
      return isControl.has(bare.toLowerCase()) ? `| ${line}` : line;
    })
    .join('\n');
}
