import { Code, Invalid, namesItself, Problem, textOf, type Label, type Language, type Message } from '#resource';
import type { Messages } from '../shared/messages.ts';
import { UnreadableBody } from './parseJson.ts';

/** What every business answer is (protocol §1.1). */
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  /** Unix seconds at which the request began. */
  readonly time: number;
  readonly data: unknown;
}
/** An answer before it is put into its envelope. */
export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** `elapsedTime`: milliseconds since the request began, as Fastify's reply knows them. */
export const envelope = (
  { elapsedTime }: { readonly elapsedTime: number },
  { code, msg, data }: Omit<Answer, 'status'>,
): Envelope => ({ code, msg, time: Math.floor((Date.now() - elapsedTime) / 1000), data });

/** Errors of Fastify and of broken requests that are the client's doing, by status, and what is said of them. */
const clientErrors: Readonly<Record<number, string>> = {
  400: 'server:badRequest',
  404: 'server:notFound',
  405: 'server:wrongMethod',
  408: 'server:tooSlow',
  413: 'server:tooLarge',
  414: 'server:tooLarge',
  415: 'server:wrongType',
  431: 'server:tooLarge',
};

/** What of a request its refusal says. */
export interface Asked {
  readonly language: Language;
  /** The path that was asked for, without its parameters; empty where it is not known. */
  readonly url: string;
}

/** The answer to what was wrong with a request as such. */
export function clientError(status: number, messages: Messages, { language, url }: Asked): Answer {
  return {
    status,
    code: Code.failure,
    msg: messages.translate(language, clientErrors[status] ?? 'server:badRequest', { url }),
    data: null,
  };
}

/**
 * What a client is told of an error; `unexpected` when it was none that is meant for people, so that it has to be logged.
 * Such an answer names the request, as the log does.
 */
export function answerTo(
  error: unknown,
  messages: Messages,
  asked: Asked & { readonly id: string },
): Answer & { unexpected: boolean } {
  if (error instanceof Problem) {
    const answer = problemAnswer(error, messages, asked);
    return error.cause === undefined
      ? { ...answer, unexpected: false }
      : { ...answer, data: { ...(answer.data as object | null), request_id: asked.id }, unexpected: true };
  }
  const status =
    error instanceof UnreadableBody ? 400 : ((error as { statusCode?: number } | undefined)?.statusCode ?? 500);
  if (status >= 400 && status < 500) return { ...clientError(status, messages, asked), unexpected: false };
  return {
    status: 500,
    code: Code.failure,
    msg: messages.translate(asked.language, 'server:internal', { id: asked.id }),
    data: { request_id: asked.id },
    unexpected: true,
  };
}

function problemAnswer(problem: Problem, messages: Messages, { language, url }: Asked): Answer {
  const { code = Code.failure, status = 200, data = null } = problem.options;
  const msg = problemText(problem, messages, language, url);
  if (!(problem instanceof Invalid)) return { status, code, msg, data };
  return { status, code, msg, data: { ...(data as object | null), errors: errorsOf(problem, messages, language) } };
}

/** What a refusal says in one sentence; `url` is what was asked for. */
export const problemText = (problem: Problem, messages: Messages, language: Language, url = ''): string =>
  problem instanceof Invalid
    ? sentenceOf(problem, messages, language)
    : messages.translate(language, problem.key, { url, ...problem.params });

/** By way of entries: a field may be called `__proto__` by who attacks. */
const errorsOf = ({ errors }: Invalid, messages: Messages, language: Language): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).map(([field, { key, params }]) => [field, messages.translate(language, key, params)]),
  );

/** Wrong fields that are named in one sentence. */
const mostNamed = 3;

/** For clients that show nothing but `msg`: what is wrong, with which field. */
function sentenceOf({ key, params, errors, labels }: Invalid, messages: Messages, language: Language): string {
  const named = Object.entries(errors)
    .slice(0, mostNamed)
    .map(([field, error]) => {
      const label = Object.hasOwn(labels, field)
        ? labelIn(labels[field]!, messages, language)
        : nameFor(field, error, messages, language);
      return label === undefined
        ? messages.translate(language, error.key, error.params)
        : withLabel(label, error, messages, language);
    });
  return named.length === 0
    ? messages.translate(language, key, params)
    : named.reduce((first, next) => messages.translate(language, 'validate:andNext', { first, next }));
}

/** A field without a label is quoted as it is called in the request; messages of a plugin's own say what they are about. */
const nameFor = (field: string, error: Message, messages: Messages, language: Language): string | undefined =>
  error.key.startsWith('validate:') && !namesItself(error)
    ? messages.translate(language, 'validate:parameter', { name: field })
    : undefined;

const labelIn = (label: Label | Message, messages: Messages, language: Language): string =>
  typeof label === 'object' && 'key' in label
    ? messages.translate(language, label.key, label.params)
    : textOf(label, language);

/** A message `page:key` with the label in it is `page:named.key`, where there is one. */
function withLabel(label: string, { key, params }: Message, messages: Messages, language: Language): string {
  const own = key.replace(':', ':named.');
  if (messages.find(language, own) !== undefined) return messages.translate(language, own, { ...params, label });
  return messages.translate(language, 'validate:named.other', {
    label,
    text: messages.translate(language, key, params),
  });
}
