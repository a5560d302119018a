import type { ServerEvent } from '#web';
import type { TerminalMessage } from '../../shared/protocol.ts';
import type { Lines } from '../output/lines.ts';

/** Milliseconds of work on messages before the page may draw and hear. */
const slice = 10;
/** Characters that are taken at once; a message may have a million. */
const size = 65_536;

/** Takes the lines of the messages as they come, and gives the others: those that the server itself has sent. */
export async function* controlsIn(
  events: AsyncIterable<ServerEvent>,
  lines: Lines,
  onLines: (id: string) => void,
): AsyncGenerator<string> {
  let since = performance.now();
  try {
    for await (const { id, data } of events) {
      const message = JSON.parse(data) as TerminalMessage;
      if (message.partial) {
        lines.showLive(message.data);
        continue;
      }
      if (message.control) yield message.data;
      else
        for (const piece of piecesOf(message.data)) {
          lines.append(piece);
          since = await breathe(since);
        }
      onLines(id);
      since = await breathe(since);
    }
  } finally {
    lines.showLive('');
  }
}

/** Whole lines, not too many at a time. */
export function* piecesOf(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > size) {
    const end = text.indexOf('\n', from + size);
    if (end < 0) break;
    yield text.slice(from, end);
    from = end + 1;
  }
  yield text.slice(from);
}

/** Lets the page draw, and hear whoever uses it, when it was kept busy for long; returns when it was last let. */
async function breathe(since: number): Promise<number> {
  if (performance.now() - since < slice) return since;
  await new Promise((resolve) => setTimeout(resolve));
  return performance.now();
}
