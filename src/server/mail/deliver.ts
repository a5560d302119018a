/** A mail server as the settings name it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, or STARTTLS, which the server must then offer: nothing is ever sent in the open. */
  readonly security: 'SSL' | 'TLS';
  readonly user: string | null;
  readonly password: string | null;
}

export interface Letter {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: readonly string[];
  readonly subject: string;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly replyTo?: string | undefined;
  /** Stays the same from try to try, so that whoever gets it twice can tell. */
  readonly messageId?: string | undefined;
}

/** Milliseconds: for the line, the first word and any other one, and for all of it, which a server may stretch word by word. */
const timeouts = { connection: 10_000, greeting: 10_000, socket: 20_000, whole: 100_000 } as const;
/** Characters of an answer that people are shown. */
const longestAnswer = 300;
/** Characters that are looked through for what it repeats of the mail. */
const mostRead = 3000;

/** What a mail server has said, or what kept us from asking it; without the password, and without address, codes and links of the mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** Whether the same mail would be refused again: the server says so about this address or this text. */
  readonly isFinal: boolean;

  constructor(answer: string, isFinal: boolean) {
    super(answer);
    this.isFinal = isFinal;
  }
}

/** What became of a mail that the server has taken for one recipient at the least. */
export interface Delivered {
  /** Of the server, for people. */
  readonly answer: string;
  /** Recipients whom it may take it for later. */
  readonly deferred: readonly string[];
  /** How many it has refused for good, and what it has said of the first. */
  readonly refused: number;
  readonly refusal: string | undefined;
}

/** Sends one mail over a connection of its own. Throws `MailRefused` when the server takes it for nobody. */
export async function deliver(
  { host, port, security, user, password }: MailServer,
  { to, replyTo, ...letter }: Letter,
  given: Partial<Record<keyof typeof timeouts, number>> = {},
): Promise<Delivered> {
  const limits = { ...timeouts, ...given };
  // Loaded with the first mail: it takes some megabytes.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host,
    port,
    secure: security === 'SSL',
    requireTLS: security === 'TLS',
    tls: { minVersion: 'TLSv1.2' },
    ...(user !== null && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.socket,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const clean = (answer: string): string =>
    withoutSecrets(
      answer,
      [...secretsIn(user, password), ...to],
      [letter.subject, letter.text, letter.html].join('\n'),
    );
  try {
    // As objects addresses are taken as they are; nobody looks for a second one in them.
    const sent = await transport.sendMail({
      ...letter,
      signal: AbortSignal.timeout(limits.whole),
      to: to.map((address) => ({ name: '', address })),
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    });
    const failed = (sent.rejectedErrors ?? []) as readonly SmtpError[];
    const final = failed.filter(({ responseCode = 0 }) => responseCode >= 500);
    return {
      answer: clean(sent.response),
      deferred: failed.flatMap((each) => (final.includes(each) || !each.recipient ? [] : [each.recipient])),
      refused: final.length,
      refusal: final[0] && clean(final[0].message),
    };
  } catch (error) {
    const { message, code, command, ...failure } = error as SmtpError;
    // Of several recipients one that may be taken later is reason enough to try again.
    const all = failure.rejectedErrors ?? [failure];
    const isRefused = all.every(({ responseCode = 0 }) => responseCode >= 500);
    const isAboutMail = code === 'EENVELOPE' || command === 'DATA' || code === 'EMESSAGE';
    throw new MailRefused(clean(message), isAboutMail && isRefused);
  } finally {
    transport.close();
  }
}

interface SmtpError extends Error {
  /** Of each recipient, where the server took it for none. */
  readonly rejectedErrors?: readonly SmtpError[];
  readonly responseCode?: number;
  readonly code?: string;
  readonly command?: string;
  readonly recipient?: string;
}

/** A server may repeat what it was sent: the password as it is, and as AUTH PLAIN and AUTH LOGIN encode it. */
function secretsIn(user: string | null, password: string | null): string[] {
  if (!password) return [];
  const encoded = [password, `\0${user ?? ''}\0${password}`].map((text) => Buffer.from(text).toString('base64'));
  return [password, ...encoded, ...encoded.map((text) => text.replace(/=+$/, ''))];
}

function withoutSecrets(answer: string, secrets: readonly string[], mail: string): string {
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), answer);
  // oxlint-disable-next-line no-control-regex -- what a terminal or a page would act on
  const shown = hidden.replaceAll(/[\0-\x1f\x7f]+/g, ' ').slice(0, mostRead);
  return withoutCodes(shown, mail).slice(0, longestAnswer);
}

/** What is encoded as headers are, and words and numbers of the mail as codes and tokens of links have them. */
function withoutCodes(answer: string, mail: string): string {
  const hide = (word: string): string => (mail.includes(word) ? '***' : word);
  return answer
    .replaceAll(/=\?[^?\s]+\?[bq]\?[^?\s]*\?=/gi, '***')
    .replaceAll(/[\w-]{4,}/g, (word) => (/\d/.test(word) || word.length >= 16 ? hide(word) : word))
    .replaceAll(/\d{4,}/g, hide);
}
