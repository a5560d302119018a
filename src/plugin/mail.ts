import type { EnqueueOptions } from '#resource';

/** A mail. At most a megabyte (1,000,000 bytes) of JSON in all. */
// A type and not an interface: what a job is given must be JSON.
export type MailMessage = {
  /** One address, without a name, or up to 50, who all see each other: to others than a team, send one mail to each. */
  readonly to: string | readonly string[];
  /** One line. */
  readonly subject: string;
  /** What is read where HTML is not; one of both is needed. */
  readonly text?: string;
  readonly html?: string;
  /** Where answers go, if not to the sender of the site's settings. */
  readonly replyTo?: string;
  /** Comes back with each event `mail-tried`; up to 100 characters. */
  readonly reference?: string;
  /** Unix seconds from which on it is worth nothing, as a mail with a code that has expired: it is not tried any more then. */
  readonly until?: number;
};

/** Mail by the mail settings of the site, from their sender. */
export interface MailHost {
  /**
   * Resolves when the mail is in the queue of jobs, encrypted. It is tried for some five hours; what the mail server refuses
   * for good is not, nor is what has come too late. A wrong address is a `Problem`.
   */
  send(message: MailMessage, options?: EnqueueOptions): Promise<void>;
  /** Whether somebody has filled in the settings that it takes. */
  isReady(): Promise<boolean>;
}
