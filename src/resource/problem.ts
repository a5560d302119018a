import type { Label } from './label.ts';

/** A message to be translated: `key` is `page:key` of a file in `locales/`, `params` fill its `{{holes}}`. */
export interface Message {
  readonly key: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** Whether the refusal of a field says by itself which one it is about. */
export const namesItself = ({ key }: Message): boolean => key === 'validate:unknownField' || key === 'validate:version';

/** Business codes of the envelope (specification §8). HTTP status is 200 unless `Problem` says otherwise. */
export const Code = {
  failure: 0,
  success: 1,
  /** Go to `data.routePath` or `data.routeName`; the token of the area is dropped. */
  redirect: 302,
  /** `data.type` is `need login` or `logged in`. */
  login: 303,
  forbidden: 401,
  /** The access token has expired: refresh it once and replay. */
  refresh: 409,
  /** The row was changed by somebody else; `data.row` is the current one. With HTTP status 200, like every refusal. */
  stale: 412,
} as const;
export type CodeValue = (typeof Code)[keyof typeof Code];

export interface ProblemOptions {
  /** Business code of the envelope; `Code.failure` when left out. */
  code?: number;
  /** HTTP status; 200 when left out, as business answers have. */
  status?: number;
  /** `data` of the envelope. */
  data?: unknown;
}

/** A failure that is meant for people: it is translated and shown. Every other error is logged and shown as one general message. */
export class Problem extends Error implements Message {
  readonly key: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly options: ProblemOptions;

  constructor(key: string, params: Record<string, unknown> = {}, options: ProblemOptions = {}) {
    super(key);
    this.name = 'Problem';
    this.key = key;
    this.params = params;
    this.options = options;
  }
}

/**
 * Input that is refused: one message for each wrong field. They travel as `data.errors`, and the first of them as `msg`,
 * which calls a field by its label, or by its name in quotes where it has none.
 */
export class Invalid extends Problem {
  readonly errors: Readonly<Record<string, Message>>;
  /** What wrong fields are called, as far as whoever is told may know it; the gate knows those of a table. */
  readonly labels: Readonly<Record<string, Label | Message>>;

  constructor(
    errors: Readonly<Record<string, Message>>,
    labels: Readonly<Record<string, Label | Message>> = {},
    options: ProblemOptions = {},
  ) {
    const first = Object.values(errors)[0];
    super(first?.key ?? 'validate:invalid', { ...first?.params }, options);
    this.name = 'Invalid';
    this.errors = errors;
    this.labels = labels;
  }
}
