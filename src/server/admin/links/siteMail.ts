import { randomBytes } from 'node:crypto';
import { Problem, type Language, type SettingsOf } from '#resource';
import { deliver } from '../../mail/deliver.ts';
import { mailServer } from '../../mail/mailServer.ts';
import type { Messages } from '../../shared/messages.ts';

export interface SiteMailParts {
  readonly messages: Pick<Messages, 'translate'>;
  settings(): Promise<{ readonly mail: SettingsOf<'mail'>; readonly basics: SettingsOf<'basics'> }>;
}

/** A mail with a link that lets somebody in, by the keys of its texts. */
export interface LinkMail {
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  readonly text: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** What the sign-in page is to show, and the token. */
  readonly page: 'reset' | 'invitation';
  readonly token: string;
}

/** A token that nobody guesses. Of tokens only digests are kept. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** Mails of the back office. They are sent at once, since who waits for one asks again. */
export function siteMail({ messages, settings }: SiteMailParts) {
  /** The first of the site's addresses: that of the request could be anybody's, and would stand in a mail of ours. */
  const ready = async () => {
    const { mail, basics } = await settings();
    const server = mailServer(mail);
    const [base] = basics.urls;
    return server && base ? { server, base: base.replace(/\/+$/, ''), site: basics.site_name } : undefined;
  };
  return {
    isReady: async (): Promise<boolean> => (await ready()) !== undefined,
    /** Throws `MailRefused` where the server does not take it. */
    async send({ to, language, subject, text, params, page, token }: LinkMail): Promise<void> {
      const set = await ready();
      if (!set) throw new Problem('session:mailUnset');
      // Behind the hash, where no server and no log on the way sees it.
      const link = `${set.base}/admin/login?for=${page}#${token}`;
      const say = (key: string): string => messages.translate(language, key, { ...params, site: set.site, link });
      const letter = { from: { name: set.site, address: set.server.sender }, to: [to] };
      await deliver(set.server, { ...letter, subject: say(subject), text: say(text) });
    },
  };
}
export type SiteMail = ReturnType<typeof siteMail>;
