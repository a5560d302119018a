import { Code, Invalid, Problem, type Language } from '#resource';
import type { Messages } from '../messages.ts';
import { UnreadableBody } from './parseJson.ts';

/** What every business answer is (protocol §1.1). */
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  /** Unix seconds. */
  readonly time: number;
  readonly data: unknown;
}
export interface Answer {
  readonly status: number;
  readonly body: Envelope;
}

export const envelope = (code: number, msg: string, data: unknown = null): Envelope => ({ code, msg, time: Math.floor(Date.now() / 1000), data });

/** Errors of Fastify that are the client's doing, by status, and what is said of them. */
const clientErrors: Readonly<Record<number, string>> = { 400: 'server:badRequest', 404: 'server:notFound', 413: 'server:tooLarge', 415: 'server:wrongType' };

/** What a client is told of an error; `unexpected` when it was none that is meant for people, so that it has to be logged. */
export function answerTo(error: unknown, messages: Messages, language: Language): Answer & { unexpected: boolean } {
  if (error instanceof Problem) return { ...problemAnswer(error, messages, language), unexpected: error.cause !== undefined };
  const text = (key: string): string => messages.translate(language, key);
  if (error instanceof UnreadableBody) return { status: 400, body: envelope(Code.failure, text('server:badRequest')), unexpected: false };
  const { statusCode: status = 500 } = error as { statusCode?: number };
  const known = clientErrors[status] ?? (status < 500 ? 'server:badRequest' : undefined);
  return known
    ? { status, body: envelope(Code.failure, text(known)), unexpected: false }
    : { status: 500, body: envelope(Code.failure, text('server:internal')), unexpected: true };
}

function problemAnswer(problem: Problem, messages: Messages, language: Language): Answer {
  const { code = Code.failure, status = 200, data = null } = problem.options;
  const msg = messages.translate(language, problem.key, problem.params);
  return { status, body: envelope(code, msg, problem instanceof Invalid ? { ...(data as object | null), errors: errorsOf(problem, messages, language) } : data) };
}

/** By way of entries: a field may be called `__proto__` by who attacks. */
const errorsOf = ({ errors }: Invalid, messages: Messages, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, { key, params }]) => [field, messages.translate(language, key, params)]));
