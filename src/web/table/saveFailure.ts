import type { HttpError } from '@refinedev/core';
import { Code } from '#resource';
import type { ListRow } from '../fields/view.ts';
import type { StaleLines } from './lines/formLines.ts';

/** Why saving failed, as far as the form can do something about it. */
export type SaveFailure =
  | { readonly kind: 'invalid'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'stale'; readonly row: ListRow }
  | { readonly kind: 'staleLines'; readonly lines: StaleLines }
  | { readonly kind: 'offline' }
  | { readonly kind: 'other' };

export function failureOf(error: unknown): SaveFailure {
  const { errors, statusCode, code, data } = (error ?? {}) as Partial<HttpError> & {
    code?: number;
    data?: { row?: ListRow; lines?: StaleLines } | null;
  };
  if (code === Code.stale && data?.row) return { kind: 'stale', row: data.row };
  if (code === Code.stale && data?.lines) return { kind: 'staleLines', lines: data.lines };
  if (errors && Object.keys(errors).length > 0)
    return {
      kind: 'invalid',
      errors: Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, sentence(message)])),
    };
  return navigator.onLine && statusCode ? { kind: 'other' } : { kind: 'offline' };
}

const sentence = (message: unknown): string => {
  if (Array.isArray(message)) return message.map(sentence).join(' ');
  return typeof message === 'object' && message !== null && 'message' in message
    ? String(message.message)
    : String(message);
};
