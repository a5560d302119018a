import type { StreamEvent, StreamEvents } from '#plugin';

/** Characters of one event: a larger answer belongs into a file, or into several events. */
const longest = 1_048_576;

/** By this comment our own clients know that a stream is complete, and was not cut off. Others do not see it. */
export const finished = ': end\n\n';

/** The event as it goes over the line. Throws for what cannot be one. */
export function frameOf({ id, event, data }: StreamEvent): string {
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? 'null');
  if (text.length > longest) throw new Error(`An event has at most ${longest} characters, not ${text.length}.`);
  const head = (event === undefined ? '' : lineOf('event', event)) + (id === undefined ? '' : lineOf('id', String(id)));
  return `${head}data: ${/[\r\n]/.test(text) ? text.split(/\r\n|\r|\n/).join('\ndata: ') : text}\n\n`;
}

/** Long frames by what they are of: of what several streams send, the bytes are made once. */
const frames = new WeakMap<StreamEvents, Buffer>();
/** Characters from which on it is worth it to remember them. */
const long = 4096;

/** What is written of the events. A source that gives the very same to many streams saves them the work, and the memory. */
export function writtenOf(events: StreamEvents): string | Buffer {
  const known = frames.get(events);
  if (known) return known;
  const frame = isSome(events) ? events.map(frameOf).join('') : frameOf(events);
  if (frame.length < long) return frame;
  const bytes = Buffer.from(frame);
  frames.set(events, bytes);
  return bytes;
}

/** `Array.isArray` does not tell a list that nobody may change. */
const isSome = (events: StreamEvents): events is readonly StreamEvent[] => Array.isArray(events);

function lineOf(field: 'event' | 'id', value: string): string {
  // A NUL makes browsers ignore the id.
  if (/[\r\n\0]/.test(value)) throw new Error(`The ${field} of an event must be one line.`);
  return `${field}: ${value}\n`;
}
