/** How long things may take, in milliseconds, and how much may be done at once. */
export interface Limits {
  /** The body of a call, from its headers to its last byte. */
  readonly body: number;
  /** Between two looks at a body that has a least rate instead. */
  readonly pace: number;
  /** Requests under way when the server stops. */
  readonly closing: number;
  /** A hook of a table, or a card of a plugin. */
  readonly hook: number;
  /** The first screen of a page, which waits for it. */
  readonly screen: number;
  /** Loading a file of a plugin, and its `start`. */
  readonly start: number;
  /** Its `stop`. */
  readonly stop: number;
  /** The handler of a plugin's route that says nothing else. */
  readonly route: number;
  /** Without an event, until a stream shows that it is alive. */
  readonly heartbeat: number;
  /** Between two looks at the rights of who reads a stream. */
  readonly rights: number;
  /** What was sent on a stream and is not taken. */
  readonly unread: number;
  /** Between two looks for jobs that nobody has announced: those of killed instances, and those whose time has come. */
  readonly look: number;
  /** Between two looks at which tables have changed, for lists that are open. */
  readonly changes: number;
  /** Until a window at a record that is not heard of again counts as closed; pages say every 20 s that they are there. */
  readonly presence: number;
  /** What an import checks, writes or undoes at a time before others that wait have their turn. */
  readonly importing: number;
  /** Rows that a bulk edit changes in one transaction; as many as the gate has when left out. */
  readonly together?: number;
}

export const defaultLimits: Limits = {
  body: 15_000,
  pace: 5000,
  closing: 6000,
  hook: 5000,
  screen: 1000,
  start: 30_000,
  stop: 2000,
  route: 60_000,
  heartbeat: 15_000,
  rights: 2000,
  unread: 30_000,
  look: 5000,
  changes: 2500,
  presence: 60_000,
  importing: 5000,
};
