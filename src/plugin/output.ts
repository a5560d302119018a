export type OutputState = 'running' | 'ended' | 'failed' | 'interrupted';

export interface OutputOptions {
  /** Bytes of UTF-8 after which nothing is added any more: default 10 MB. */
  readonly limit?: number;
  /** Seconds that it is kept after its end: default a week. */
  readonly keep?: number;
}

export interface OutputHead {
  readonly id: string;
  /** `interrupted`: whoever wrote it is gone without having ended it. */
  readonly state: OutputState;
  /** Offset of its end, in characters as JavaScript counts them. */
  readonly length: number;
  /** Whether there was more than its limit. */
  readonly isCut: boolean;
}

/** Some of the text, from `offset` to `next`. */
export interface OutputPart {
  readonly offset: number;
  readonly next: number;
  readonly text: string;
}

/** The one writer of a log. */
export interface OutputWriter {
  readonly id: string;
  /** Resolves when the text is in the database, a moment later and together with what else was added. False: over the limit. */
  append(text: string): Promise<boolean>;
  end(state?: 'ended' | 'failed'): Promise<void>;
}

/** Text that grows while others read it, on any instance: lines of a command, the answer of a chat. Each plugin sees its own only. */
export interface OutputLogs {
  create(options?: OutputOptions): Promise<OutputWriter>;
  head(id: string): Promise<OutputHead | undefined>;
  /** From the offset, up to 64 kB of characters. */
  read(id: string, offset?: number): Promise<OutputPart>;
  /** Parts from the offset on until the log has ended, which `head` then tells about; nothing for a log that is not there. */
  follow(id: string, options?: { readonly offset?: number; readonly signal?: AbortSignal }): AsyncIterable<OutputPart>;
  remove(id: string): Promise<void>;
}
