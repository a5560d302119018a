import type { Caller, Problem } from '#resource';
import type { PluginRequest, PluginRoute } from '#plugin';
import type { Realm } from '../realms/realm.ts';

/** A request as a handler sees it: authenticated, authorised, its query and body parsed but not yet believed. */
export interface RouteRequest extends Pick<PluginRequest, 'caller' | 'query' | 'body' | 'params' | 'header'> {
  /** The access token that the caller came with, if any. Never logged. */
  readonly token: string | undefined;
}

/**
 * One hand-written endpoint. What the handler returns becomes `data` of the envelope with code 1, a `Response` is
 * sent as it is; a `Problem` becomes its own code, translated. Routes are data, so that a test can walk all of them with
 * every kind of caller.
 */
export interface Route extends Pick<
  PluginRoute,
  'method' | 'url' | 'node' | 'realm' | 'title' | 'ownAccount' | 'readOnly'
> {
  /** Knows visitors who have been here before. */
  readonly visitors?: true;
  /** Key of the message that tells of success, such as `server:added`. */
  readonly success?: string;
  handler(request: RouteRequest): unknown;
}

/** Who is asking, as `Access` finds out from the token. */
export interface Asking {
  /** The realm that the address belongs to; without one everybody is a visitor. */
  readonly realm: Realm | undefined;
  readonly token: string | undefined;
  readonly language: Caller['language'];
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** By what an account is known without a token: its id, as long as its session number is this one where one is given. */
export interface AccountKey {
  readonly id: number;
  readonly number?: number;
  /** Id of who acts as the account, as long as they may. */
  readonly actor?: number;
}

/** Turns tokens into callers, whose rights hold until what they were worked out from changes (`currentRights.ts`). */
export interface Access {
  /**
   * The caller that the token names, a visitor when there is none or it is unknown. An expired token is a `Problem` with
   * `Code.refresh`, unless `lenient`: then it is a visitor too (routes for everyone).
   */
  callerOf(asking: Asking, lenient: boolean): Promise<Caller>;
  /**
   * The caller that an account is, found by something else than a token: by itself, or by a session of it. A visitor when it is
   * not there or not active, or the session has ended.
   */
  accountOf(asking: Asking, realm: Realm, key: AccountKey | { readonly family: string }): Promise<Caller>;
  /** Says that somebody has to sign in: with an expired token `Code.refresh`, with one that is good for nothing more that it is so. */
  loginProblem(asking: Asking, realm: Realm): Promise<Problem>;
  /** A caller without identity. */
  visitor(asking: Asking): Caller;
}
