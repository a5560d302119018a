import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came. */
  readonly raw: string;
  readonly user: string | undefined;
}

/** A real mail server in this process, with a certificate that this process trusts. */
export interface Mailbox {
  readonly port: number;
  readonly received: readonly Received[];
  /** Settings by which mail goes there. */
  readonly settings: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface MailboxOptions extends Pick<SMTPServerOptions, 'onRcptTo' | 'onData'> {
  /** TLS from the first byte; STARTTLS otherwise. */
  readonly secure?: boolean;
  /** Whom it lets in. */
  readonly user?: string;
  readonly password?: string;
  /** Whether it offers no STARTTLS. */
  readonly plain?: boolean;
}

let made: Promise<{ key: string; cert: string }> | undefined;
async function certificate(): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  setDefaultCACertificates([...getCACertificates('default'), cert]);
  return { key, cert };
}

export async function openMailbox({
  secure = false,
  user = 'sender',
  password = 'Mail-Canary 5518',
  plain = false,
  ...options
}: MailboxOptions = {}): Promise<Mailbox> {
  const received: Received[] = [];
  const server = new SMTPServer({
    ...(await (made ??= certificate())),
    secure,
    ...(plain && { disabledCommands: ['STARTTLS'] }),
    onAuth({ username, password: given }, _session, done) {
      if (username === user && given === password) done(null, { user: username });
      // As some servers do, it repeats what it was sent.
      else done(new Error(`Bad credentials ${username} ${given}`));
    },
    onData(stream, { envelope, user: known }, done) {
      const receive = async (): Promise<void> => {
        const raw = await text(stream);
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ from, to: rcptTo.map(({ address }) => address), raw, user: known as string | undefined });
        done(null, 'queued as 1A2B3C');
      };
      void receive();
    },
    ...options,
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    port,
    received,
    settings: {
      smtp_server: 'localhost',
      smtp_port: port,
      smtp_user: user,
      smtp_pass: password,
      smtp_verification: secure ? 'SSL' : 'TLS',
      smtp_sender_mail: 'office@ours.example',
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
