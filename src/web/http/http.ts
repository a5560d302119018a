import axios, { type AxiosRequestConfig, type AxiosResponse } from 'axios';
import i18next from 'i18next';
import { Code } from '#resource';
import { notify } from '../messages/notify.ts';
import { failureOf } from './failure.ts';
import { endSession, followRedirect } from './leave.ts';
import { Pending } from './pending.ts';
import { Cancelled, HttpProblem } from './problem.ts';
import { counted } from './quiet.ts';
import { Refresher } from './refresh.ts';
import type { RealmSession } from '../realms/realm.ts';
import { currentRealm } from '../realms/registry.ts';
import { isOthersPage, personIn, readIdentity } from '../realms/session.ts';

export { setNavigator } from './leave.ts';
export { HttpProblem } from './problem.ts';

type Values = Readonly<Record<string, unknown>>;
export interface CallOptions {
  /** Nothing is shown; the caller tells. */
  readonly quiet?: boolean;
  /** Fields at which whoever calls shows what is wrong with them: it is told nowhere else. */
  readonly fields?: readonly string[];
  /** Shows what the server says of the success, or the general text. */
  readonly showSuccess?: boolean;
  /** Lets an identical call run beside this one. */
  readonly allowDuplicate?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call; identical ones then run beside it. */
  readonly signal?: AbortSignal;
  /** Told how much of the body is sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
  /** Who is signed in to this realm asks; that of the page unless told. */
  readonly realm?: RealmSession;
}
interface Call extends CallOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly query?: Values;
  readonly body?: Values | FormData | Blob;
}
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

// No time limit (specification §9); every status is an answer that is looked at here.
const client = axios.create({ timeout: 0, validateStatus: () => true });
const pending = new Pending();
const refresher = new Refresher(async (refreshToken) => {
  const { code, data } = envelopeIn(
    await answerOf({
      method: 'POST',
      url: '/api/common/refreshToken',
      data: { refresh_token: refreshToken },
      headers: headersFor(undefined),
    }),
  );
  return code === Code.success ? (data as { token: string; refreshToken: string }) : undefined;
});

/**
 * Calls of the server; each resolves with `data` of the envelope and rejects with a `HttpProblem` (specification §7 and
 * §8).
 */
export const http = {
  get: <T>(url: string, query: Values = {}, options: CallOptions = {}): Promise<T> =>
    call({ ...options, method: 'GET', url, query }),
  post: <T = unknown>(url: string, body: Values | FormData | Blob = {}, options: CallOptions = {}): Promise<T> =>
    call({ ...options, method: 'POST', url, body }),
  del: <T = unknown>(url: string, query: Values = {}, options: CallOptions = {}): Promise<T> =>
    call({ ...options, method: 'DELETE', url, query }),
};

/** Whole paths begin with `/api`; the others stand under it. */
const addressOf = (url: string): string =>
  url.startsWith('/api/') ? url : `/api${url.startsWith('/') ? '' : '/'}${url}`;

/** The address of a call with its parameters, as the client writes them. */
export const uriOf = (url: string, query: Values = {}): string => client.getUri({ url: addressOf(url), params: query });

export function headersFor(realm: RealmSession | undefined): Record<string, string> {
  if (realm && isOthersPage(realm)) throw new HttpProblem(i18next.t('http:otherPerson'), {});
  const token = realm && readIdentity(realm)?.token;
  return { 'think-lang': i18next.language, server: 'true', ...(token ? { [realm.tokenHeader]: token } : {}) };
}

async function call<T>(wanted: Call): Promise<T> {
  try {
    const envelope = await send(wanted);
    if (wanted.showSuccess) notify.success(envelope.msg || i18next.t('http:success'));
    return envelope.data as T;
  } catch (error) {
    if (error instanceof Cancelled) logCancelled(wanted);
    else if (
      !wanted.quiet &&
      !isCompared(wanted, error) &&
      !isAtFields(wanted, error) &&
      error instanceof Error &&
      error.message
    )
      notify.error(error.message, error instanceof HttpProblem ? error.requestId : undefined);
    throw error;
  }
}

/** Whoever sends the version that an edit rests on shows what others have made of the row, and needs no message beside it. */
const isCompared = ({ body }: Call, error: unknown): boolean =>
  error instanceof HttpProblem &&
  error.code === Code.stale &&
  body !== undefined &&
  'version' in body &&
  ['row', 'lines'].some((name) => Boolean((error.data as Record<string, unknown> | null)?.[name]));

const isAtFields = ({ fields = [] }: Call, error: unknown): boolean => {
  const wrong = error instanceof HttpProblem ? Object.keys(error.errors ?? {}) : [];
  return wrong.length > 0 && wrong.every((name) => fields.includes(name));
};

async function send(wanted: Call, isReplay = false): Promise<Envelope> {
  const sender = currentSender(wanted.realm);
  const response = await request(wanted, sender.realm);
  const envelope = envelopeIn(response);
  if (envelope.code === Code.success && response.status < 400) return envelope;
  if (await followSession(envelope, response.status, { ...sender, isReplay, quiet: wanted.quiet ?? false }))
    return send(wanted, true);
  throw problemOf(envelope, response);
}

interface Sender {
  readonly realm: RealmSession;
  /** The token that the call comes with. */
  readonly used: string;
  /** Whose it is. */
  readonly person: string | undefined;
}
interface Used extends Sender {
  readonly isReplay: boolean;
  readonly quiet: boolean;
}

/** Who calls the server from the page at hand, or as who is signed in to another realm. */
export function currentSender(realm: RealmSession = currentRealm()): Sender {
  return { realm, used: readIdentity(realm)?.token ?? '', person: personIn(realm) };
}

/** Does what a refusal says about the session. True when the call may be sent again, with the token that is there now. */
export async function followSession(
  { code, msg, data }: Envelope,
  status: number,
  { realm, used, person, isReplay, quiet }: Used,
): Promise<boolean> {
  const now = personIn(realm);
  // What one person has asked is not asked again as another, and ends no session but theirs.
  if (person !== undefined && now !== undefined && now !== person) return false;
  if (code === Code.refresh && status < 400) {
    if (!isReplay && (await refresher.renew(realm, used))) return true;
    if (endSession(realm)) tellLeaving(quiet, msg);
  }
  if (code === Code.redirect || code === Code.login) {
    // Somebody has signed in meanwhile, perhaps in another tab: that session is not the one that was refused.
    if (!isReplay && readIdentity(realm) && readIdentity(realm)?.token !== used) return true;
    if (followRedirect(realm, data)) tellLeaving(quiet, msg);
  }
  return false;
}

/** Refusals of rights stand in the security log: people are told by which number. */
function problemOf({ code, msg, data }: Envelope, { status, headers }: AxiosResponse<unknown>): HttpProblem {
  const id: unknown = code === Code.forbidden ? headers['x-request-id'] : undefined;
  if (typeof id !== 'string') return new HttpProblem(msg, { statusCode: status, code, data });
  const message = i18next.t('http:numbered', { message: msg, id });
  return new HttpProblem(message, { statusCode: status, code, data, requestId: id });
}

/** Nobody is sent away without a word; calls that are not quiet tell anyway. */
function tellLeaving(quiet: boolean, message: string): void {
  if (quiet && message) notify.error(message);
}

function logCancelled({ method, url }: Call): void {
  // oxlint-disable-next-line no-console -- such calls are only logged (specification §8)
  console.warn(`${i18next.t('http:cancelled')} ${method} ${url}`);
}

async function request(
  { method, url, query, body, headers, allowDuplicate, signal: given, onProgress }: Call,
  realm: RealmSession,
): Promise<AxiosResponse<unknown>> {
  const { signal, end } =
    allowDuplicate || given ? { signal: given, end: () => {} } : pending.begin({ method, url, query, body });
  try {
    const data = method === 'POST' ? body : undefined;
    return await answerOf({
      method,
      url: addressOf(url),
      params: query,
      ...(data ? { data } : {}),
      headers: { ...headersFor(realm), ...headers },
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onUploadProgress: ({ progress = 0 }) => onProgress(progress) } : {}),
    });
  } finally {
    end();
  }
}

async function answerOf(config: AxiosRequestConfig): Promise<AxiosResponse<unknown>> {
  try {
    return await counted(client.request(config));
  } catch (error) {
    throw failureOf(error);
  }
}

/** A business answer has the four keys; any other answer is told by its status. */
function envelopeIn(response: AxiosResponse<unknown>): Envelope {
  const { data } = response;
  if (typeof data === 'object' && data !== null && 'code' in data && 'msg' in data) return data as Envelope;
  throw failureOf(new axios.AxiosError(response.statusText, undefined, response.config, response.request, response));
}
