import { kindOf, parseField, textOf, type Caller, type Json, type Label, type Model } from '#resource';
import { addressOf } from '../../http/readRequest.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
import type { SignInRequest } from '../../realms/realm.ts';
import type { Gate } from '../../table/gate.ts';
import { addressed, auditEventOf, onlyLooks, type Addressed, type AuditEvent } from './auditEvent.ts';
import type { RequestChanges } from './requestChanges.ts';
import { EntryQueue } from './entryQueue.ts';
import { titleOf, type Titles } from '../titleOf.ts';

/** Keys whose values nobody may read in a log (protocol §2.5). */
const secret = /passw|salt|token|secret|captcha/i;
/** Calls that change nothing but a session (protocol §2.5). */
const unnoted = /\/(?:select|index|logout)$/i;
/** Likewise nothing that is kept, or nothing but how pages look for the caller. An action of a table that is called so may change all. */
const unnotedOfPages = /^\/admin\/ajax\/(?:presence|readNotices|saveColumns|saveDashboard)$/i;
/** Characters of one value that are kept, and of all of them. */
const longestValue = 2000;
const longestData = 20_000;

/** Notes what administrators change, and when they come. */
export interface Audit {
  note(route: Pick<Route, 'method' | 'url' | 'title' | 'readOnly'>, request: RouteRequest): void;
  /** `request` is the one by which the account has just signed in. */
  signedIn(account: { readonly id: number; readonly username: string }, url: string, request: SignInRequest): void;
  /** Writes what still waits. */
  close(): Promise<void>;
}

/** Entries are written behind the answer; one that cannot be is logged. `secrets` are names of fields that nobody may read. */
export function createAudit(
  gate: Gate,
  made: Titles,
  changes: Pick<RequestChanges, 'take'>,
  secrets: ReadonlySet<string>,
  signInTitle: Label,
  log: (message: string, error: unknown) => void,
): Audit {
  const queue = new EntryQueue(gate, (error) => log("an entry of the administrators' log could not be written", error));
  const write = (
    method: Route['method'],
    { id, username, actor }: Pick<Caller, 'id' | 'username' | 'actor'>,
    url: string,
    title: Label,
    { query, body, caller }: SignInRequest,
    event?: AuditEvent,
  ): void => {
    const values = {
      admin_id: id,
      username,
      actor_id: actor?.id ?? 0,
      actor: actor?.username ?? '',
      title: textOf(title, 'zh-cn'),
      title_en: textOf(title, 'en'),
      url: url.slice(0, 1500),
      data: masked({ ...withoutCode(url, body), ...(method === 'DELETE' || 'ids' in query ? query : {}) }, secrets),
      facts: (event ?? null) as Json,
      ip: caller.ip.slice(0, 50),
      useragent: caller.userAgent,
    };
    queue.push(values);
  };
  return {
    note({ method, url, title, readOnly = false }, request) {
      if (method === 'GET' || readOnly || request.caller.realm !== 'admin') return;
      const address = addressOf({ url }, request);
      const about = addressed(gate, address);
      const touched = about && changes.take(request.caller.requestId, about.model.name);
      const isUnnoted = about ? onlyLooks(about, request) || isList(about) : unnoted.test(address);
      if (isUnnoted || unnotedOfPages.test(address)) return;
      const event = about && auditEventOf(about, request, touched);
      // By whatever path a table was called, it has one name.
      const named = about ? `/admin/${about.model.controller}/${about.action}` : address;
      write(method, request.caller, address, title ?? titleOf(named, made, '-'), request, event);
    },
    signedIn: (account, url, request) => write('POST', account, url, signInTitle, request),
    close: () => queue.close(),
  };
}

const isList = ({ action }: Addressed): boolean => action === 'select' || action === 'index';

/** A code of the second step lets in like a password; elsewhere a code may be that of a product. */
const withoutCode = (url: string, body: SignInRequest['body']): SignInRequest['body'] =>
  'code' in body && /twoStep|login$/i.test(url) ? { ...body, code: '***' } : body;

/**
 * What was sent, without secrets; as text where it cannot be kept as it is. A long value is cut by itself, so that nothing
 * can push out of the entry which row it was and what else was changed.
 */
function masked(data: Readonly<Record<string, unknown>>, secrets: ReadonlySet<string>): Json {
  const entries = Object.entries(data).toSorted(([one], [other]) => Number(isId(other)) - Number(isId(one)));
  const text = JSON.stringify(
    Object.fromEntries(entries.map(([key, value]) => [key, shortened(value)])),
    (key, value: unknown) => (key !== '' && (secret.test(key) || secrets.has(key)) ? '***' : value),
  );
  const parsed = text.length > longestData ? undefined : parseField(kindOf('json'), {}, JSON.parse(text));
  // JSON text writes NUL and halves of characters as escapes, which any database keeps; the cut itself may make such a half.
  return parsed && 'value' in parsed ? (parsed.value as Json) : { cut: text.slice(0, longestData).toWellFormed() };
}

const isId = (key: string): boolean => key === 'id' || key === 'ids';

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined || text.length <= longestValue ? value : `${text.slice(0, longestValue).toWellFormed()}…`;
}

/** Names of the fields of these tables, and of the forms of their actions, that nobody may read. */
export const secretsOf = (models: readonly Model[]): Set<string> =>
  new Set(
    models
      .flatMap((model) => [model, ...[...model.actions.values()].flatMap(({ form }) => form ?? [])])
      .flatMap(({ fields }) =>
        [...fields.values()].filter(({ secret, kind }) => secret || kind.encrypted).map(({ name }) => name),
      ),
  );
