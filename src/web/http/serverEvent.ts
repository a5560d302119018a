/** An event as it came; `data` is the text of it. */
export interface ServerEvent {
  readonly id: string;
  /** `message` unless the server has given it a name. */
  readonly event: string;
  readonly data: string;
}

export interface StreamOptions {
  readonly query?: Readonly<Record<string, unknown>>;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** Where to go on. */
  readonly lastEventId?: string;
  /**
   * Milliseconds for which a connection that broke is opened again; then a `HttpProblem` with the status 0 is thrown. Without
   * it, it is tried for ever.
   */
  readonly patience?: number;
  /** Is told when the connection broke and could not be opened again at once, and each time when it is open; not with `shared`. */
  readonly onConnection?: (isThere: boolean) => void;
  /**
   * One connection for all tabs of this browser that listen to the same: for what tells all of them alike what happens from
   * now on.
   */
  readonly shared?: boolean;
  /** Names of events that say how something is: a tab that joins others in a shared stream hears the latest of each. */
  readonly states?: readonly string[];
}
