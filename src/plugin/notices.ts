import type { Caller, Json, Label, Message, RealmName } from '#resource';

/** What a person is told: shown under the bell of their area, kept for 90 days, the last 500 of them. */
export interface Notice {
  /** One line: a text in each language, or a message of `locales/`: `{ key, params }`. At most 200 characters. */
  readonly title: Label | Message;
  /** At most 2,000 characters. */
  readonly body?: Label | Message;
  /** A page of the same site that it leads to, such as `/admin/review/review`. */
  readonly link?: string;
  /** For the plugin's own use, at most 10,000 characters of JSON; the browser gets it too. */
  readonly data?: Json;
}

/** An account: a caller is one. */
export type NoticeAccount = Pick<Caller, 'id'> & { readonly realm: RealmName };

export interface NoticeHost {
  /**
   * Tells a person something; their open pages show it at once, on every instance. Administrators always have a bell; for others
   * the plugin says `notices: true`. In a hook, an action or a transaction, enqueue a job that does it.
   */
  notify(to: Caller | NoticeAccount, notice: Notice): Promise<void>;
  /** Tells every super administrator who may sign in. */
  notifySupers(notice: Notice): Promise<void>;
}
