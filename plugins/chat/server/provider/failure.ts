/** Why a provider has not answered: for people by `key`, for administrators in `detail`, in its own words. */
export class ProviderFailure extends Error {
  readonly key: string;
  readonly detail: string;
  /** Of its answer; 0 where there was none. */
  readonly status: number;

  constructor(key: string, detail: string, status = 0) {
    super(`${key}: ${detail}`);
    this.name = 'ProviderFailure';
    this.key = key;
    this.detail = detail.toWellFormed().replaceAll('\0', '');
    this.status = status;
  }
}

/** What people are told by the status of an answer. */
const keys: Readonly<Record<number, string>> = {
  401: 'chatServer:provider.key',
  403: 'chatServer:provider.key',
  402: 'chatServer:provider.paid',
  404: 'chatServer:provider.model',
  408: 'chatServer:provider.silent',
  413: 'chatServer:provider.refused',
  429: 'chatServer:provider.busy',
};

export const keyOfStatus = (status: number): string =>
  keys[status] ?? (status >= 500 ? 'chatServer:provider.failed' : 'chatServer:provider.refused');

/** What was thrown while a provider was asked; never its key, which some of them repeat. */
export function failureOf(error: unknown, key: string | null): ProviderFailure {
  if (error instanceof ProviderFailure) return new ProviderFailure(error.key, shown(error.detail, key), error.status);
  const { cause } = error as { cause?: unknown };
  const words = `${String((error as Error).message)} ${cause instanceof Error ? cause.message : ''}`.trim();
  return new ProviderFailure('chatServer:provider.unreachable', shown(words, key));
}

/** Characters of a detail. */
const longestDetail = 500;

/** Providers repeat a part of a wrong key: none of it is kept. */
const shown = (text: string, key: string | null): string => [...withoutKey(text, key)].slice(0, longestDetail).join('');
const withoutKey = (text: string, key: string | null): string =>
  (key ? text.replaceAll(key, '***') : text).replaceAll(/\b(?:sk|key|pk)-[\w*-]{4,}/gi, '***');
