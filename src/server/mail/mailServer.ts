import type { SettingsOf } from '#resource';
import type { MailServer } from './deliver.ts';

/** The server of the settings and who sends; undefined while something is not filled in. */
export function mailServer(settings: SettingsOf<'mail'>): (MailServer & { readonly sender: string }) | undefined {
  const { smtp_server: host, smtp_sender_mail: sender, smtp_port: port, smtp_verification: security } = settings;
  if (host === null || sender === null) return undefined;
  return { host, port, security, user: settings.smtp_user, password: settings.smtp_pass, sender };
}
