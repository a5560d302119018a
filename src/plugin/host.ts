import type { Enqueue, Language, Message, SettingsName, SettingsOf } from '#resource';
import type { Command } from './commands.ts';
import type { PluginEvents } from './events.ts';
import type { CatalogueHost } from './catalogue.ts';
import type { FieldOptionsHost } from './fieldOptions.ts';
import type { FetchHost } from './fetch.ts';
import type { ListHost } from './lists.ts';
import type { MailHost } from './mail.ts';
import type { NoticeHost } from './notices.ts';
import type { OutputLogs } from './output.ts';
import type { PersonalDataHost } from './personalData.ts';
import type { RealmHost } from './realms.ts';
import type { SignedUrlOptions } from './routes.ts';
import type { SecurityHost } from './security.ts';
import type { ServiceHost } from './services.ts';
import type { Storage } from './storage.ts';
import type { TableHost } from './tables.ts';

/** What a plugin may ask of the server. */
export interface PluginHost
  extends
    TableHost,
    ServiceHost,
    FetchHost,
    FieldOptionsHost,
    CatalogueHost,
    ListHost,
    NoticeHost,
    PluginEvents,
    RealmHost,
    SecurityHost {
  /** The site's settings of a group as they are now, secrets included: they are for the plugin, never for an answer. */
  settings<N extends SettingsName>(name: N): Promise<SettingsOf<N>>;
  log(message: string): void;
  /** A message of `locales/` in a language: for what is stored by its key, and read by people of any language. */
  translate(message: Message, language: Language): string;
  /** Whom an address counts for in limits: an IPv6 address counts for its /64, which one customer has. */
  placeOf(ip: string): string;
  /** Unix seconds by the clock of the server. */
  now(): number;
  /**
   * An address, such as `/api/admin/photo.file/7?width=200`, with a signature that lets whoever has it in, for as long as it
   * lasts and as often as they like: for pictures and films, which cannot send headers. The route says `signed: true`.
   */
  signedUrl(address: string, options?: SignedUrlOptions): Promise<string>;
  /**
   * HMAC-SHA256 of a text, with a key that only this installation has: the same on every instance, another one for each plugin.
   * For what nobody outside may work out from what they know.
   */
  hmac(text: string): Promise<Buffer>;
  /** Adds a job in a transaction of its own; hooks and actions (`context`) and transactions have one that adds it in theirs. */
  readonly enqueue: Enqueue;
  /** Mail by the site's mail settings. */
  readonly mail: MailHost;
  /** What the tables hold of a person. */
  readonly personalData: PersonalDataHost;
  /** Text that grows while others read it, on any instance. */
  readonly outputs: OutputLogs;
  /** Files of the plugin. */
  readonly storage: Storage;
  /** What every plugin declares in `commands`, by name. */
  commands(): ReadonlyMap<string, Command>;
}
