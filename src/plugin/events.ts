/**
 * Events by name and what comes with each. A plugin adds its own, beginning with its name:
 * `declare module '#plugin' { interface Events { 'review.approved': { id: number } } }`.
 */
export interface Events {
  /** Somebody has signed in. */
  'signed-in': { readonly realm: string; readonly id: number; readonly username: string };
  /**
   * Somebody who was known as this visitor signs in, not as an administrator: what is the visitor's becomes theirs. Heard by
   * the instance that signs them in only, which answers once it is done; where it fails they stay that visitor, too, and it is
   * told again at their next sign-in.
   */
  'visitor-signed-in': { readonly realm: string; readonly id: number; readonly visitor: string };
  /** An account was disabled or deleted; its sessions have ended. */
  'account-closed': { readonly realm: string; readonly id: number };
  /**
   * What came of a try to send the mail of this `reference`: the mail server has taken it, has refused it for good, or is tried
   * again later; with its answer, for people. `refused` also when it was given up, whatever the reason, without an answer where the
   * server gave none. Or, without one, that it was too `late`.
   */
  'mail-tried': {
    readonly reference: string;
    readonly outcome: 'sent' | 'refused' | 'waiting' | 'late';
    readonly answer: string;
  };
  /** Somebody has changed settings of these groups. */
  'settings-changed': { readonly group: string };
  /** This instance is about to stop: end what is open; it still answers. Heard by this instance only, which waits for it. */
  'before-stop': Record<never, never>;
  /** This instance has ended everything but the process; the database is closed. Heard by this instance only. */
  'after-stop': Record<never, never>;
}
export type EventName = keyof Events & string;

export interface EventOrigin {
  /** Whether this instance has published it: whoever wants to act once, not once on every instance, acts there. */
  readonly isOwn: boolean;
}

export interface PluginEvents {
  /**
   * Tells every instance, this one too. Nobody hears it twice, and nobody who was not there: what must not be lost is a job.
   * Not for the events that the product publishes itself.
   */
  publish<N extends EventName>(name: N, data: Events[N]): Promise<void>;
  /**
   * Resolves, to what ends it, when every later event will be heard. `missed` is called when some may have passed unheard,
   * because the connection to PostgreSQL was broken for a while: what follows events is read anew there.
   */
  subscribe<N extends EventName>(
    name: N,
    heard: (data: Events[N], origin: EventOrigin) => unknown,
    missed?: () => unknown,
  ): Promise<() => void>;
}
