import { setTimeout as wait } from 'node:timers/promises';

declare module '#plugin' {
  interface Events {
    /** What a run has printed and is not stored (yet), for those who watch it. */
    'terminal.live': LiveText & { readonly uuid: string };
    /** Somebody begins to watch the run: its instance tells what is not stored again. */
    'terminal.live-wanted': { readonly uuid: string };
  }
}

/** What stands behind the stored output of a run: the line that is not ended yet, and the last lines once storing has stopped. */
export interface LiveText {
  /** Characters of output that are stored, or are about to be. */
  readonly at: number;
  /** Lines. */
  readonly text: string;
}

/** Milliseconds between two looks at what has been printed. */
export const pace = 150;
/** Lines, characters of each, and bytes of all of them: PostgreSQL takes short messages without storing them. */
export const [mostLiveLines, longestLive, mostBytes] = [16, 1000, 6000];

/** Tells what a run has printed and is not stored: when it has changed, and not more often than somebody can read. */
export class LiveEnd {
  readonly #look: () => LiveText;
  readonly #tell: (live: LiveText) => Promise<void>;
  #told: LiveText = { at: 0, text: '' };
  #isDue = false;
  #isTelling = false;
  #hasEnded = false;

  constructor(look: () => LiveText, tell: (live: LiveText) => Promise<void>) {
    this.#look = look;
    this.#tell = tell;
  }

  /** Something may have changed. */
  changed(): void {
    this.#isDue = true;
    if (!this.#isTelling) void this.#goOn();
  }

  /** Somebody is there who has not been told. */
  again(): void {
    this.#told = { at: 0, text: '' };
    this.changed();
  }

  end(): void {
    this.#hasEnded = true;
  }

  async #goOn(): Promise<void> {
    this.#isTelling = true;
    while (this.#isDue) {
      await wait(pace, undefined, { ref: false });
      if (this.#hasEnded) break;
      this.#isDue = false;
      await this.#tellChange();
    }
    this.#isTelling = false;
  }

  /** That there is nothing is no news where lines have come since: viewers see by these that the former text is over. */
  async #tellChange(): Promise<void> {
    const { at, text } = this.#look();
    const before = this.#told.at === at ? this.#told.text : '';
    if (text === before) return;
    this.#told = { at, text };
    // Nobody misses a text that is soon another one.
    await this.#tell({ at, text }).catch(() => {});
  }
}

/** The last of the lines, as many as are told. */
export function liveTextOf(lines: readonly string[]): string {
  const found = lines.slice(-mostLiveLines).map(shortened);
  while (found.length > 1 && Buffer.byteLength(JSON.stringify(found.join('\n'))) > mostBytes) found.shift();
  return found.join('\n');
}

/** No halves of characters or codes at its end. */
function shortened(line: string): string {
  if (line.length <= longestLive) return line;
  // oxlint-disable-next-line no-control-regex -- a colour that was cut
  return `${line.slice(0, longestLive).replace(/\u001b[^m]*$|[\uD800-\uDBFF]$/, '')}…`;
}
