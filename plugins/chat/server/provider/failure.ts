interface Said {
  /** Of its answer; 0 where there was none. */
  readonly status?: number;
  /** In its own words. They may repeat what somebody has written: they are for who may read that. */
  readonly words?: string;
}

/** Why a provider has not answered: for people by `key`, for administrators in `detail`, without a word of the conversation. */
export class ProviderFailure extends Error implements Required<Said> {
  readonly key: string;
  readonly detail: string;
  readonly status: number;
  readonly words: string;

  constructor(key: string, detail: string, { status = 0, words = '' }: Said = {}) {
    super(`${key}: ${detail}`);
    this.name = 'ProviderFailure';
    this.key = key;
    this.detail = plain(detail);
    this.status = status;
    this.words = plain(words);
  }

  /** All of it, for who has asked. */
  get whole(): string {
    return this.words === '' ? this.detail : `${this.status || ''} ${this.words}`.trim();
  }
}

const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '');

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
  if (error instanceof ProviderFailure)
    return new ProviderFailure(error.key, shown(error.detail, key), {
      status: error.status,
      words: shown(error.words, key),
    });
  const { cause } = error as { cause?: unknown };
  const detail = `${String((error as Error).message)} ${cause instanceof Error ? cause.message : ''}`.trim();
  return new ProviderFailure('chatServer:provider.unreachable', shown(detail, key));
}

/** Characters of a detail, and of the words. */
const longestDetail = 500;

/** Providers repeat a part of a wrong key: none of it is kept. */
const shown = (text: string, key: string | null): string => [...withoutKey(text, key)].slice(0, longestDetail).join('');
const withoutKey = (text: string, key: string | null): string =>
  (key ? text.replaceAll(key, '***') : text).replaceAll(/\b(?:sk|key|pk)-[\w*-]{4,}/gi, '***');
