import { job, type Job } from './jobs.ts';
import type { MailMessage } from './mail.ts';

/**
 * The job by which mail goes out. A plugin that sends any lists it: `jobs: [sendMail]`. In a hook, an action or a
 * transaction `enqueue(sendMail, { to, subject, text })` sends it once that is on the disk, and not at all when it is undone.
 */
export const sendMail: Job<MailMessage> = job<MailMessage>({
  name: 'mail',
  run() {
    throw new Error('Mail is sent by the server itself.');
  },
});
