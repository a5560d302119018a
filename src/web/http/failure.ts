import axios, { type AxiosError } from 'axios';
import i18next from 'i18next';
import { Cancelled, HttpProblem } from './problem.ts';

/** Statuses with a message of their own (specification §8). */
const describedStatuses = new Set([302, 400, 401, 403, 404, 408, 409, 500, 501, 502, 503, 504, 505]);

/** Why there was no business answer, in words. */
export function failureOf(error: unknown): Error {
  if (axios.isCancel(error)) return new Cancelled();
  if (!axios.isAxiosError(error)) return error instanceof Error ? error : new Error(String(error));
  const { response, code, message } = error as AxiosError;
  // Some browsers give up what a page has asked for when it is left; the same code stands for a time limit.
  if (code === 'ECONNABORTED' && message === 'Request aborted') return new Cancelled();
  if (response)
    return new HttpProblem(statusText(response.status, error.config?.url ?? ''), { statusCode: response.status });
  if (code === 'ECONNABORTED' || code === 'ETIMEDOUT') return new HttpProblem(i18next.t('http:timeout'), {});
  return new HttpProblem(i18next.t(navigator.onLine ? 'http:abnormal' : 'http:offline'), {});
}

const statusText = (status: number, url: string): string =>
  i18next.t(describedStatuses.has(status) ? `http:status.${status}` : 'http:status.other', { url, status });
