/** A restored database with which no start has come to its end yet: the former one lies beside, and can be put back. */
export interface Trial {
  /** Whether it still is on trial: another instance that starts may have ended that. */
  isOpen(): Promise<boolean>;
  /** A start has come to its end with it: the former one gets the name under which it is kept. */
  confirm(): Promise<void>;
  /**
   * Closes the database, and puts the former one back; returns the name under which the restored one is kept. Undefined where
   * there is none on trial any more, or no former one.
   */
  putBack(): Promise<string | undefined>;
}

/** Milliseconds after which a database that lies ready is not taken any more: it would replace what nobody has in mind. */
const longest = 86_400_000;

export const isTooOld = (preparedAt: number): boolean => preparedAt < Date.now() - longest;

/** What the log says of one. */
export const tooOld = (preparedAt: number): string =>
  `a restored database that was prepared at ${new Date(preparedAt).toISOString()} was not taken: more than 24 hours ago; restore it again, or discard it`;
