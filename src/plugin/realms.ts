import type { Caller, RealmName } from '#resource';

/** What somebody sends who signs in, as it is in the body of a request: nothing of it is believed yet. */
export interface Credentials {
  readonly username?: unknown;
  readonly password?: unknown;
  /** Whether the session shall outlast the browser: it then has a refresh token, for thirty days. */
  readonly keep?: unknown;
  /** A solved picture, or work: asked for where `data.captcha` of a refusal is true. */
  readonly captchaId?: unknown;
  readonly captchaInfo?: unknown;
  /** Of the second step, or a recovery code, where `data.twoStep` of a refusal is true. */
  readonly code?: unknown;
  /** What that refusal has given: the same attempt goes on, for five minutes. */
  readonly twoStepToken?: unknown;
  /** Those that earlier sign-ins on the device have answered; whom they know waits for nobody else's guesses. */
  readonly deviceTokens?: unknown;
}

/** Tokens of a session. */
export interface SessionTokens {
  readonly token: string;
  /** Empty when the session is not to be kept; under both names, for clients of either dialect. */
  readonly refreshToken: string;
  readonly refresh_token: string;
}

/** A session as its owner sees it. */
export interface OwnSession {
  /** Good for `endOne` only. */
  readonly id: string;
  /** That of the request. */
  readonly current: boolean;
  /** From where it began. */
  readonly ip: string;
  readonly useragent: string;
  /** Unix seconds: when it began, and when it last got a token. */
  readonly create_time: number;
  readonly last_time: number;
}

/** What the client of who has signed in keeps. */
export interface SignedIn {
  readonly userInfo: Readonly<Record<string, unknown>> & SessionTokens;
  /** The page that begins there, and the name of its route. */
  readonly routePath: string;
  readonly routeName: string;
  /** Failed attempts on the account since the last that was none. */
  readonly failures: number;
  /** Shows this device to be a known one at the next sign-in. */
  readonly deviceToken: string;
}

/** Sessions of one realm: the same tokens, limits and entries of the security log that administrators have. */
export interface Sessions {
  /**
   * Signs in by name and password. Failures are counted by account and address on all instances; a captcha is asked for, and
   * the attempt refused, as at the sign-in of administrators. `caller` is whoever asks the route.
   */
  signIn(caller: Caller, credentials: Credentials): Promise<SignedIn>;
  /** Begins a session of an account that the plugin vouches for, such as one that it has just made. */
  create(caller: Caller, id: number, options?: { readonly keep?: boolean }): Promise<SignedIn>;
  /** Ends the caller's session, and that of a refresh token if one was sent. */
  end(caller: Caller, refreshToken?: unknown): Promise<void>;
  /**
   * Ends every session of the account, but for that of `except`. A new password, another `status` and deletion do so by
   * themselves.
   */
  endAll(id: number, options?: { readonly except?: Caller }): Promise<void>;
  /**
   * Throws, by the name of the field that it came in, unless it is the caller's password. A wrong one counts like a failed
   * sign-in: who has found an open browser must not guess on.
   */
  checkPassword(caller: Caller, password: unknown, field?: string): Promise<void>;
  /**
   * Throws, at the field `code`, unless it is a code of the caller's second step, or their account has none: for what an open
   * browser and a password must not be enough for.
   */
  checkSecondStep(caller: Caller, code: unknown): Promise<void>;
  /** The same without spending the code, for what may still be refused and ends the second step when it is done. */
  peekSecondStep(caller: Caller, code: unknown): Promise<void>;
  /**
   * Stores `newPassword` when `oldPassword` is right; each is refused at its own field. All sessions of the account end but this
   * one, which goes on under the tokens that are returned.
   */
  changePassword(
    caller: Caller,
    passwords: { readonly oldPassword?: unknown; readonly newPassword?: unknown },
  ): Promise<SessionTokens>;
  /** Whether the page to sign in on asks this caller for a captcha before anything was tried. */
  needsCaptcha(caller: Caller): Promise<boolean>;
  /** The caller's own sessions, the one that was renewed last first. */
  list(caller: Caller): Promise<readonly OwnSession[]>;
  /** Ends one of the caller's own sessions, by its `id`. */
  endOne(caller: Caller, id: unknown): Promise<void>;
  /**
   * A proof that the caller has just shown who they are, by `checkPassword` or a code: for ten minutes, this session, one use
   * and one purpose, such as `change-email`.
   */
  prove(caller: Caller, purpose: string): Promise<string>;
  /** Throws unless it is such a proof, and spends it. */
  assertProved(caller: Caller, purpose: string, proof: unknown): Promise<void>;
}

/** argon2id with the costs of the product, by the same queue: nobody's checks keep others waiting. */
export interface PasswordHost {
  /** In PHC form. A field of the kind `password` hashes by itself. */
  hash(password: string): Promise<string>;
  /**
   * The new password in this field of a body, refused there when it is none (specification §5), or one that stands in a list of
   * some 49,000 from breaches. It is looked up here: no password leaves the server.
   */
  read(body: Readonly<Record<string, unknown>>, field: string): Promise<string>;
  /** Takes the same time where there is no hash. Refused with HTTP 429 when `caller` has too many checks under way. */
  verify(caller: Caller, password: string, hash: string | undefined): Promise<boolean>;
}

/** What `captcha.create` answers: a picture, and the characters to click in it one after the other. */
export interface CaptchaChallenge {
  readonly id: string;
  readonly text: readonly string[];
  /** The picture as a data URL. */
  readonly base64: string;
  readonly width: number;
  readonly height: number;
}

/**
 * The security check of the sign-in page for other purposes: small letters, digits, `-` and `.`, such as `shop.register`.
 * Browsers ask for pictures at `/api/common/clickCaptcha?purpose=…` and for work at `/api/common/workChallenge?purpose=…`.
 */
export interface CaptchaHost {
  create(caller: Caller, purpose: string): Promise<CaptchaChallenge>;
  /** Throws unless `captchaId` and `captchaInfo` of the body solve one that was asked for this purpose, and spends it. */
  assertSolved(caller: Caller, purpose: string, body: Readonly<Record<string, unknown>>): Promise<void>;
}

/** What a code is for, and where it is sent. */
export interface CodeUse {
  /** Small letters, digits, `-` and `.`: `shop.reset`. */
  readonly purpose: string;
  /** An e-mail address or a mobile number, whose letters count alike. */
  readonly target: string;
  /** The caller has shown that the target is theirs: others who ask for it do not use up what they may have in an hour. */
  readonly isOwner?: boolean;
}

/** Codes of six digits that are sent to an address, and show that it is somebody's. Good for ten minutes and once. */
export interface CodeHost {
  /**
   * A new code, which the plugin sends; one before it for the same use is gone. Refused with HTTP 429 to who asks for many
   * targets, and when one has left for this target within a minute, or six within an hour, for whatever purpose. Ask for it
   * whether there is such an account or not: the answer tells nobody.
   */
  create(caller: Caller, use: CodeUse): Promise<string>;
  /** Throws unless it is the code, and spends it; after five wrong tries it is gone. */
  check(caller: Caller, use: CodeUse, code: unknown): Promise<void>;
  /** The same without spending it, for what else is to be checked first; a wrong one counts. */
  peek(caller: Caller, use: CodeUse, code: unknown): Promise<void>;
}

export interface RateLimiterOptions {
  /** What is limited: small letters, digits and `-`. Limiters of one plugin with the same key count together. */
  readonly key: string;
  readonly max: number;
  /** Milliseconds, in whole seconds; it begins with the first of somebody's tries in it. */
  readonly timeWindow: number;
}

/** A limit that holds over all instances, and outlasts them. */
export interface RateLimiter {
  /** Counts one more for a person, a visitor, an address, or whatever else is limited; throws with HTTP 429 when it is one too many. */
  consume(who: Caller | string): Promise<void>;
  /** Forgets what was counted. */
  reset(who: Caller | string): Promise<void>;
}

/** What a plugin needs whose people sign in. */
export interface RealmHost {
  sessions(realm: RealmName): Sessions;
  readonly passwords: PasswordHost;
  readonly captcha: CaptchaHost;
  readonly codes: CodeHost;
  rateLimiter(options: RateLimiterOptions): RateLimiter;
}
