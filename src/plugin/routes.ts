import type { Readable } from 'node:stream';
import type { Caller, Label, RealmName } from '#resource';

/** A request as a plugin's route sees it: already authenticated and authorised. */
export interface PluginRequest {
  /** Who asks; `caller.ip` is the address of the client, of proxies only those count that `TRUST_PROXY` names. */
  readonly caller: Caller;
  readonly query: Readonly<Record<string, unknown>>;
  /** Of JSON and of forms; empty where the body is read with `parts()` or `stream`. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What stands in the address where the route says `:name`, or `*`. */
  readonly params: Readonly<Record<string, string>>;
  /** A header's value; the first when it was sent more than once. */
  header(name: string): string | undefined;
  /** Where a client that comes back to a stream wants to go on: the id of the last event that it has. */
  readonly lastEventId: string | undefined;
  /** Aborted when the client has gone, the time is up, a right is lost on which a stream rests, or the server stops. */
  readonly signal: AbortSignal;
  /** The parts of a multipart body, one after the other; for routes with `body: { as: 'multipart' }`, once. */
  parts(): AsyncIterable<Part>;
  /** The bytes of the body as they arrive; for routes with `body: { as: 'stream' }`, once. */
  readonly stream: Readable;
}

/** What `@fastify/multipart` calls them. A file that is not read to its end is skipped when the next part is asked for. */
export type Part = FilePart | FieldPart;
export interface FilePart {
  readonly type: 'file';
  readonly fieldname: string;
  /** What the client calls the file: show it, but never make a path of it. */
  readonly filename: string;
  /** What the client says that it is. */
  readonly mimetype: string;
  /** Fails where the body is too large, too slow or ends too soon. */
  readonly file: Readable;
}
export interface FieldPart {
  readonly type: 'field';
  readonly fieldname: string;
  readonly value: string;
}

export interface RouteBody {
  /** `json`, unless said otherwise, takes forms too; `multipart` is read with `parts()`, `stream` takes any type. */
  readonly as?: 'json' | 'multipart' | 'stream';
  /** Bytes. */
  readonly limit: number;
  /** Bytes that must arrive each second, however long all of them take. Without it the body has 15 seconds. */
  readonly leastRate?: number;
  /** Parts of a multipart body, 100 unless said otherwise. */
  readonly parts?: number;
}

export interface RateLimit {
  /**
   * Requests of one person, of one visitor who has been here before, or of one address, that are answered in each time window;
   * of all visitors of one address together ten times as many.
   */
  readonly max: number;
  /** Milliseconds. */
  readonly timeWindow: number;
}

/** Whose an access token of a plugin's own is. */
export interface BearerOwner {
  readonly realm: RealmName;
  /** Row id of the account. */
  readonly id: number;
}

/** What a client of an API that others define has to be told. */
export interface RouteFailure {
  /** As HTTP has them: 401 for who is not signed in, 403 without the right, 429 for too many requests. */
  readonly status: number;
  /** As the envelope has it: 409 for an access token that has to be renewed. */
  readonly code: number;
  /** Translated; of errors that nobody foresaw nothing but that there was one. */
  readonly message: string;
  readonly requestId: string;
}

export interface PluginRoute {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Below the base path `/api`, such as `/admin/report/daily` or `/admin/report.file/:id`. */
  url: string;
  /** The address is not below `/api` but as it stands: `/v1/models`. */
  root?: boolean;
  /**
   * Whose tokens count. Decided by the beginning of the address unless said otherwise. A realm that no plugin has brought yet
   * is waited for: until then the address does not exist.
   */
  realm?: RealmName | (string & {});
  /** For `everyone`: while no plugin brings the realm, the route answers all the same, and nobody is signed in there. */
  realmOptional?: boolean;
  /**
   * For `everyone`: who comes with a token of the realm that has expired, or is nobody's any more, is told so, as by other routes. Without
   * it they are somebody who is not signed in: right for what everybody reads, wrong for what is written in somebody's name.
   */
  refusesStaleTokens?: boolean;
  /** Permission node, or who else may call it: everyone, or whoever is signed in to the realm. */
  node: string | 'everyone' | 'signed-in';
  /** It is about the caller's own account, such as keys that it has: refused to a super administrator who is signed in as it. */
  ownAccount?: boolean;
  /** It changes nothing, though it is no GET: the log of administrators says nothing of it. */
  readOnly?: boolean;
  /** What the log of administrators calls such a call. Default: the names of the page and the action that its address has. */
  title?: Label;
  /** Other bodies have one megabyte and 15 seconds. */
  body?: RouteBody;
  /** Milliseconds until the handler has answered, counted from the last byte of the body; 60,000 unless said otherwise. */
  timeout?: number;
  /** Counted over all instances. */
  rateLimit?: RateLimit;
  /**
   * Gives whoever is not signed in an identity of their own, `caller.visitor`, by a signed cookie. Other routes for `everyone` know
   * those who have one already.
   */
  visitors?: boolean;
  /** An address that `host.signedUrl` made lets in, instead of a token; to `everyone`, nothing else does. For GET. */
  signed?: boolean;
  /** Takes the token from the query too, for clients that cannot send headers (specification §7). For GET; it is never logged. */
  tokenInQuery?: boolean;
  /** Tokens of the plugin's own (`Authorization: Bearer …`): says whose it is, whose rights the caller then has. */
  bearer?(token: string): BearerOwner | undefined | Promise<BearerOwner | undefined>;
  /** How refusals and failures look in an API that others define. Without it they come in the envelope. */
  errorHandler?(failure: RouteFailure): Response;
  /**
   * What it returns becomes `data` of the envelope, unless it is an `eventStream`, a `file`, or a `Response`, which is sent
   * as it is. `Problem` is translated.
   */
  handler(request: PluginRequest): unknown;
}

/** An event of a stream. A text goes out as it is, anything else as JSON. At most a megabyte. */
export interface StreamEvent {
  readonly data: unknown;
  /** By which a client that comes back says how far it has got. */
  readonly id?: string | number;
  /** Its name; clients call events without one `message`. */
  readonly event?: string;
}

/** What a stream gives: an event, or some that go out together, which costs much less than one after the other. */
export type StreamEvents = StreamEvent | readonly StreamEvent[];

/** Made by `eventStream`. */
export class EventStream {
  readonly source: AsyncIterable<StreamEvents>;
  constructor(source: AsyncIterable<StreamEvents>) {
    this.source = source;
  }
}

/**
 * An answer of server-sent events. The next one is asked for when the client has taken the one before, so a slow reader
 * slows the source down. When the source ends, our own clients know that the stream is complete; when it throws, they get
 * an event `error`.
 */
export const eventStream = (source: AsyncIterable<StreamEvents>): EventStream => new EventStream(source);

/** Bytes that are no file on the disk: `file({ ...stored, read: (range) => … })`. */
export interface FileSource {
  /** Bytes. */
  readonly size: number;
  /** Unix seconds. */
  readonly modified?: number;
  /** Other bytes have another one. */
  readonly etag?: string;
  /** The bytes from `start` to `end`, the last one included. */
  read(range: { readonly start: number; readonly end: number }): Bytes | Promise<Bytes>;
}
export type Bytes = Readable | AsyncIterable<Uint8Array>;

export interface FileOptions {
  /** What the file is called when it is saved. */
  readonly name?: string;
  /** Media type; `application/octet-stream` unless said otherwise. */
  readonly type?: string;
  /** Shown in its place instead of saved: pictures, sound, films, PDF and plain text. Whatever could run is saved. */
  readonly inline?: boolean;
  /** Seconds that a browser may keep it without asking; 0 unless said otherwise, which asks each time. */
  readonly maxAge?: number;
}

/** Made by `file`. */
export class FileAnswer {
  readonly source: string | FileSource;
  readonly options: FileOptions;
  constructor(source: string | FileSource, options: FileOptions) {
    this.source = source;
    this.options = options;
  }
}

/** A file as an answer, with ranges and conditional requests: a path on the disk, or bytes from elsewhere. */
export const file = (source: string | FileSource, options: FileOptions = {}): FileAnswer =>
  new FileAnswer(source, options);

export interface SignedUrlOptions {
  /**
   * The request counts as theirs, with the rights that they have when it comes, while the session lasts that they ask from:
   * signing out, a new password or a closed account ends the address. Without one it is a visitor's.
   */
  readonly caller?: Caller;
  /** Seconds that it is good for at the least, and twice that at the most; 300 unless said otherwise. */
  readonly seconds?: number;
}

/** Other servers that pages may load from, by the directives of the Content-Security-Policy: `https://maps.example`. */
export interface ContentSources {
  readonly connectSrc?: readonly string[];
  readonly imgSrc?: readonly string[];
  readonly mediaSrc?: readonly string[];
  readonly frameSrc?: readonly string[];
}
