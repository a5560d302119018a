import axios, { type AxiosResponse } from 'axios';
import i18next from 'i18next';
import { Code } from '#resource';
import { notify } from '../notify.ts';
import { failureOf } from './failure.ts';
import { Pending } from './pending.ts';
import { Cancelled, HttpProblem } from './problem.ts';
import { isExpired, Refresher } from './refresh.ts';
import { areaOf, clearIdentity, readIdentity, type Area } from './session.ts';

export { Cancelled, HttpProblem } from './problem.ts';

type Values = Readonly<Record<string, unknown>>;
export interface CallOptions {
  /** Nothing is shown; the caller tells. */
  readonly quiet?: boolean;
  /** Shows what the server says of the success, or the general text. */
  readonly showSuccess?: boolean;
  /** Lets an identical call run beside this one. */
  readonly allowDuplicate?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Call extends CallOptions {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly query?: Values;
  readonly body?: Values;
}
interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

let navigate: (path: string) => void = (path) => location.assign(path);
/** Who goes to another page. */
export const setNavigator = (navigator: typeof navigate): void => void (navigate = navigator);

const loginPages: Readonly<Record<Area, string>> = { admin: '/admin/login', member: '/user/login' };
const routes: Readonly<Record<string, string>> = { adminLogin: '/admin/login', userLogin: '/user/login', admin: '/admin', user: '/user' };
const tokenHeaders: Readonly<Record<Area, string>> = { admin: 'batoken', member: 'ba-user-token' };

// No time limit (specification §9); every status is an answer that is looked at here.
const client = axios.create({ timeout: 0, validateStatus: () => true });
const pending = new Pending();
const refresher = new Refresher(async (_area, refreshToken) => {
  const { code, data } = envelopeIn(await client.post('/api/common/refreshToken', { refresh_token: refreshToken }, { headers: headersFor(undefined) }));
  return code === Code.success ? (data as { token: string; refreshToken: string }) : undefined;
});

/** Calls of the server; each resolves with `data` of the envelope and rejects with a `HttpProblem` (specification §7 and §8). */
export const http = {
  get: <T>(url: string, query: Values = {}, options: CallOptions = {}): Promise<T> => call({ ...options, method: 'GET', url, query }),
  post: <T = unknown>(url: string, body: Values = {}, options: CallOptions = {}): Promise<T> => call({ ...options, method: 'POST', url, body }),
  del: <T = unknown>(url: string, query: Values = {}, options: CallOptions = {}): Promise<T> => call({ ...options, method: 'DELETE', url, query }),
};

/** Whole paths begin with `/api`; the others stand under it. */
const addressOf = (url: string): string => (url.startsWith('/api/') ? url : `/api${url.startsWith('/') ? '' : '/'}${url}`);
const currentArea = (): Area => areaOf(location.pathname, location.hash);

function headersFor(area: Area | undefined): Record<string, string> {
  const token = area && readIdentity(area)?.token;
  return { 'think-lang': i18next.language, server: 'true', ...(area && token ? { [tokenHeaders[area]]: token } : {}) };
}

async function call<T>(wanted: Call): Promise<T> {
  try {
    const envelope = await send(wanted);
    if (wanted.showSuccess) notify.success(envelope.msg || i18next.t('http:success'));
    return envelope.data as T;
  } catch (error) {
    if (!wanted.quiet && !(error instanceof Cancelled) && error instanceof Error && error.message) notify.error(error.message);
    throw error;
  }
}

async function send(wanted: Call, isReplay = false): Promise<Envelope> {
  const area = currentArea();
  const used = readIdentity(area)?.token ?? '';
  const response = await request(wanted, area);
  const envelope = envelopeIn(response);
  if (envelope.code === Code.success && response.status < 400) return envelope;
  if (isExpired(envelope.code) && response.status < 400) {
    if (!isReplay && (await refresher.renew(area, used))) return send(wanted, true);
    leave(area, loginPages[area]);
  }
  if (envelope.code === Code.redirect || envelope.code === Code.login) redirect(area, envelope.data);
  throw new HttpProblem(envelope.msg, { statusCode: response.status, code: envelope.code, data: envelope.data });
}

async function request({ method, url, query, body, headers, allowDuplicate }: Call, area: Area): Promise<AxiosResponse<unknown>> {
  const { signal, end } = allowDuplicate ? { signal: undefined, end: () => {} } : pending.begin({ method, url, query, body });
  try {
    const data = method === 'POST' ? body : undefined;
    return await client.request({ method, url: addressOf(url), params: query, ...(data ? { data } : {}), headers: { ...headersFor(area), ...headers }, ...(signal ? { signal } : {}) });
  } catch (error) {
    throw failureOf(error);
  } finally {
    end();
  }
}

/** A business answer has the four keys; any other answer is told by its status. */
function envelopeIn(response: AxiosResponse<unknown>): Envelope {
  const { data } = response;
  if (typeof data === 'object' && data !== null && 'code' in data && 'msg' in data) return data as Envelope;
  throw failureOf(new axios.AxiosError(response.statusText, undefined, response.config, response.request, response));
}

/** Not signed in: the token goes. Signed in already: it stays. Only our own pages are gone to. */
function redirect(area: Area, data: unknown): void {
  const { routeName, routePath, type } = (data ?? {}) as { routeName?: string; routePath?: string; type?: string };
  const target = routes[routeName ?? ''] ?? (routePath && /^\/(?![/\\])/.test(routePath) ? routePath : loginPages[area]);
  if (type === 'logged in') return void (area === 'admin' && navigate(target));
  clearIdentity(area);
  if (area === 'admin') leave(area, target);
}

function leave(area: Area, target: string): void {
  clearIdentity(area);
  if (location.pathname === target) return;
  const here = location.pathname + location.search;
  navigate(target === loginPages[area] && here !== '/admin' ? `${target}?to=${encodeURIComponent(here)}` : target);
}
