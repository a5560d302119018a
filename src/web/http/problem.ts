interface ProblemParts {
  readonly statusCode?: number;
  readonly code?: number;
  readonly data?: unknown;
  readonly requestId?: string;
}

/** A call that did not succeed; fits Refine's `HttpError`. Its message is in the person's language. */
export class HttpProblem extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly statusCode: number;
  /** Business code of the envelope (specification §8); undefined when the answer was none. */
  readonly code: number | undefined;
  readonly data: unknown;
  /** What is wrong with which field. */
  readonly errors: Record<string, string> | undefined;
  /** Of an error that nobody foresaw, or of a refusal of rights: by it the server's logs are searched. */
  readonly requestId: string | undefined;

  constructor(message: string, { statusCode = 0, code, data, requestId }: ProblemParts) {
    super(message);
    this.name = 'HttpProblem';
    this.statusCode = statusCode;
    this.code = code;
    this.data = data;
    const details = data as { errors?: Record<string, string>; request_id?: string } | null | undefined;
    this.errors = details?.errors;
    this.requestId = requestId ?? details?.request_id;
  }
}

/** The call was given up, for an identical one that came after it or because the page is left. Nobody needs to know. */
export class Cancelled extends Error {}
