import type { PluginHost } from '#plugin';
import type { FieldsOf, Rows, TableName } from '#resource';
import type { Ledger } from './ledger.ts';
import { Underway } from './underway.ts';

/** What the environment says of the model. */
interface ChatEnvironment {
  readonly CHAT_BASE_URL?: string | undefined;
  readonly CHAT_API_KEY?: string | undefined;
  readonly CHAT_MODEL?: string | undefined;
}

/** Milliseconds that a provider has. */
export interface ChatTimes {
  /** Until the first part of an answer. */
  readonly first: number;
  /** Between two parts. */
  readonly idle: number;
  /** For an answer as a whole. */
  readonly whole: number;
}

export interface ChatOptions {
  readonly environment?: ChatEnvironment;
  /** Read anew for each answer. */
  readonly times?: Partial<ChatTimes>;
}

/** What the parts of the plugin share. Each application has its own. */
export interface ChatParts {
  /** Of the plugin; there from its start on. */
  readonly host: PluginHost;
  readonly environment: ChatEnvironment;
  readonly times: ChatTimes;
  /** Points of members; undefined without a plugin that brings them. */
  readonly ledger: Ledger | undefined;
  readonly underway: Underway;
  /** Rows as the plugin itself. */
  rows<N extends TableName>(table: N): Rows<FieldsOf<N>>;
}

/** Local models may take long before they say anything, since they are loaded first. */
const usualTimes: ChatTimes = { first: 120_000, idle: 60_000, whole: 600_000 };

/** `begin` is called when the plugin starts. */
export function chatParts({
  environment = process.env,
  times,
}: ChatOptions): ChatParts & { begin(host: PluginHost): void } {
  let started: PluginHost | undefined;
  const hostNow = (): PluginHost => {
    if (!started) throw new Error('The chat plugin has not been started.');
    return started;
  };
  return {
    environment,
    underway: new Underway(),
    get times() {
      return { ...usualTimes, ...times };
    },
    begin(host) {
      started = host;
    },
    get host() {
      return hostNow();
    },
    get ledger() {
      return hostNow().useIfThere('ledger') as Ledger | undefined;
    },
    rows: (table) => hostNow().rows(table, hostNow().system),
  };
}
