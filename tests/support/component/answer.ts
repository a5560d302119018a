/** What a call of a plugin's server half is answered: the server behind components has none. */
export interface Answer {
  readonly status?: number;
  readonly body?: unknown;
  /** Into what the server answers itself. */
  readonly adds?: Readonly<Record<string, unknown>>;
  /** A stream that tells these and breaks: it is opened again. */
  readonly events?: readonly unknown[];
  /** Waits until it is released. */
  readonly holds?: boolean;
}
