import { randomUUID } from 'node:crypto';
import { Problem, type Enqueue, type Json, type SettingsOf } from '#resource';
import { sendMail, type Events, type MailHost, type MailMessage } from '#plugin';
import type { GivenUpJob } from '../jobs/failedJobs.ts';
import type { OwnJob } from '../jobs/registeredJob.ts';
import type { Sealer } from '../shared/sealer.ts';
import { deliver, MailRefused, type Letter } from './deliver.ts';
import { mailServer } from './mailServer.ts';
import { checkedMessage } from './message.ts';

/** A mail as it waits. */
interface WaitingMail extends MailMessage {
  /** What its `Message-ID` begins with, also when somebody tries it again after it was given up; absent of older ones. */
  readonly messageId?: string;
}

/** What mails that wait are bound to. */
export const sealedAs = 'mail';

export interface MailParts {
  readonly sealer: Sealer;
  settings(): Promise<SettingsOf<'mail'>>;
  /** What the sender is called. */
  siteName(): Promise<string>;
  log(message: string): void;
  /** Unix seconds. */
  now(): number;
  /** Tells what came of a try. */
  tried(event: Events['mail-tried']): void;
}

/** The job that sends a mail: sealed while it waits, since mails carry codes and links that let people in. */
export const mailJob = ({ sealer, settings, siteName, log, now, tried }: MailParts): OwnJob => ({
  declared: sendMail,
  // 30 seconds, a minute, … an hour: some five hours in all.
  options: { retries: 11, backoff: 30, timeLimit: 120, concurrency: 4, mostData: 2_000_000 },
  pack(data) {
    // One that was given up is tried again as it was.
    if (typeof data === 'string' && sealer.open(data, sealedAs) !== undefined) return data;
    const waiting: WaitingMail = { ...checkedMessage(data as MailMessage), messageId: randomUUID() };
    return sealer.seal(JSON.stringify(waiting), sealedAs) as Json;
  },
  async run({ id, data, host, isLast }) {
    const opened = sealer.open(String(data), sealedAs);
    if (opened === undefined) throw new Problem('server:mailSealed');
    const { reference, until, messageId = id, ...message } = JSON.parse(opened) as WaitingMail;
    const tell = (outcome: Events['mail-tried']['outcome'], answer: string): void => {
      if (reference !== undefined) tried({ reference, outcome, answer });
    };
    if (until !== undefined && until <= now()) {
      log('a mail could not be sent before it was too late, and is not tried again');
      return tell('late', '');
    }
    const server = mailServer(await settings());
    if (!server) throw new Problem('server:mailUnset');
    try {
      const { answer, deferred, refused, refusal } = await deliver(
        server,
        letterOf(message, server.sender, await siteName(), messageId),
      );
      if (refused > 0) log(`a mail was refused for ${refused} of its recipients, and is not tried again: ${refusal}`);
      tell('sent', answer);
      // The others have it: only these are asked for again.
      if (deferred.length > 0)
        await host.mail.send({ ...message, ...(until !== undefined && { until }), to: deferred }, { delay: 30 });
    } catch (error) {
      const isFinal = error instanceof MailRefused && error.isFinal;
      // Of the last try it is told once the mail is given up.
      if (error instanceof MailRefused && (isFinal || !isLast)) tell(isFinal ? 'refused' : 'waiting', error.message);
      if (!isFinal) throw error;
      log(`a mail was refused and is not tried again: ${error.message}`);
    }
  },
});

/** Tells of mails that were given up, whatever the reason: the server that has refused them is one of many. */
export const givenUpMails =
  ({ sealer, tried }: Pick<MailParts, 'sealer' | 'tried'>) =>
  (jobs: readonly GivenUpJob[]): void => {
    for (const { data, said } of jobs.filter(({ name }) => name === sendMail.name)) {
      const opened = sealer.open(String(data), sealedAs);
      const { reference } = opened === undefined ? {} : (JSON.parse(opened) as Pick<WaitingMail, 'reference'>);
      if (reference !== undefined) tried({ reference, outcome: 'refused', answer: said ?? '' });
    }
  };

const letterOf = (message: MailMessage, sender: string, name: string, id: string): Letter => ({
  ...message,
  to: [message.to].flat(),
  from: { name, address: sender },
  messageId: `<${id}@${sender.split('@')[1]}>`,
});

/** Mail as a plugin has it. */
export const mailHost = (enqueue: Enqueue, settings: MailParts['settings']): MailHost => ({
  async send(message, options) {
    await enqueue(sendMail, message, options);
  },
  isReady: async () => mailServer(await settings()) !== undefined,
});
