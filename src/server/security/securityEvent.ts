import { textOf, type Caller, type Json, type Label } from '#resource';
import { isForeign, nameIn } from '../realms/nameIn.ts';
import { placeOf } from '../shared/placeOf.ts';

/** What can happen; the names stand in the column `kind` of `resources/securityLog.ts`, which labels them. */
export type EventKind =
  | 'sign_in'
  | 'sign_out'
  | 'act_as'
  | 'lock'
  | 'captcha'
  | 'token_reuse'
  | 'forbidden'
  | 'address'
  | 'account'
  | 'group'
  | 'rule'
  | 'password'
  | 'password_check'
  | 'two_step'
  | 'settings'
  | 'module'
  | 'plugin'
  | 'cache'
  | 'log'
  | 'erasure'
  | 'export'
  | 'import';
type Outcome = 'success' | 'failed' | 'refused';

/** Who did it and from where, as far as it is known. */
export type EventCaller = Partial<
  Pick<Caller, 'realm' | 'id' | 'username' | 'actor' | 'ip' | 'userAgent' | 'requestId'>
>;

export interface SecurityEvent {
  readonly kind: EventKind;
  readonly outcome: Outcome;
  readonly caller: EventCaller;
  /** To what: a permission node, a row, an account. Never what somebody typed as a secret. */
  readonly target?: string;
  /** What people call it, where that is not the target itself. */
  readonly title?: Label;
  readonly detail?: Json;
}

/** Who has caused an event: an account of a realm, or an address among visitors. */
export interface Source {
  readonly realm: string;
  readonly name: string;
}

/** A name that was only tried is nobody's doing; what somebody does as an account is not what its owner does. */
export const sourceOf = ({ caller: { realm = 'visitor', id = 0, ip = '', actor } }: SecurityEvent): Source =>
  id > 0 ? { realm, name: [id, ...(actor ? [actor.id] : [])].join(' ') } : { realm: 'visitor', name: placeOf(ip) };

/** An event as it is kept. */
export interface Entry {
  readonly create_time: number;
  readonly kind: EventKind;
  readonly outcome: Outcome;
  readonly admin_id: number;
  readonly username: string;
  /** Who was signed in as this administrator: id and name. */
  readonly actor_id: number;
  readonly actor: string;
  readonly title: string;
  readonly title_en: string;
  readonly target: string;
  readonly ip: string;
  readonly useragent: string;
  readonly request_id: string;
  /** How many equal events the entry stands for. */
  readonly times: number;
  readonly detail: string | null;
}

/** Characters of the longest detail that is kept. */
const longestDetail = 4000;

/** `time` in unix seconds. */
export function entryOf(event: SecurityEvent, time: number): Entry {
  const { kind, outcome, caller, target = '', detail } = event;
  const who = whoIn(caller);
  // A sign-in is about who signs in: without a subject of its own, an entry would be called by its number.
  const title = event.title ?? (target || who.username || (caller.ip ?? ''));
  return {
    create_time: time,
    kind,
    outcome,
    ...who,
    title: line(textOf(title, 'zh-cn'), 255),
    title_en: line(textOf(title, 'en'), 255),
    target: line(target, 200),
    ip: line(caller.ip ?? '', 50),
    useragent: line(caller.userAgent ?? '', 255),
    request_id: line(caller.requestId ?? '', 32),
    times: 1,
    detail: detail === undefined ? null : detailText(detail),
  };
}

/** The column is one of administrators: an account of another realm is told by the realm and its name. */
function whoIn({ realm = 'visitor', id = 0, username = '', actor }: EventCaller) {
  return {
    admin_id: isForeign(realm) ? 0 : id,
    username: line(nameIn(realm, username), 60),
    actor_id: actor?.id ?? 0,
    actor: line(actor?.username ?? '', 60),
  } satisfies Partial<Entry>;
}

/** One line of plain text: nothing in it can begin another line, turn its direction or be refused by a database. */
const line = (text: string, most: number): string =>
  text
    .slice(0, most)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

/** JSON text escapes control characters and halves of characters, and NUL among them, which no database would keep. */
function detailText(detail: Json): string {
  const text = JSON.stringify(detail).replaceAll('\\u0000', '\\ufffd');
  return text.length <= longestDetail ? text : JSON.stringify({ cut: text.slice(0, longestDetail).toWellFormed() });
}

/**
 * What is kept of a name that no account has: whoever mistakes the field types a password there.
 */
export const beginningOf = (username: string): string => `${username.slice(0, 2)}***`;
